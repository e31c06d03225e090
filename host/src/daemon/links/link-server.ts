import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { STOP_LIMITS_MS } from '../../start-and-stop-times.ts';
import { isRequestToEnd, RESTART_REQUEST } from '../../wire/handshake.ts';
import { MessageReader } from '../../wire/messages.ts';
import type { Log } from '../context.ts';
import { Refusals } from '../http/refusals.ts';
import { type AcceptedLink, acceptLink } from './accept-link.ts';

export interface LinkServerDeps {
  address: string;
  token: string;
  isAllowedOrigin(origin: string): boolean;
  onLink(link: AcceptedLink): void;
  onStopRequest(sessionsGoOn: boolean): void;
  /** How many connections may be open at once, including unauthenticated ones. */
  mostSockets: number;
  log: Log;
  now(): number;
}

export interface LinkServer {
  /** Links that have proven that they know the token. */
  links(): number;
  /** Says goodbye to the links and cuts off those that do not read it. */
  close(lastWords: Buffer): Promise<void>;
}

/** Connections that may be in their handshake at once. Browsers do not connect by the hundred. */
const MOST_STRANGERS = 200;

/** The local socket that links connect to. */
export async function listenForLinks(deps: LinkServerDeps): Promise<LinkServer> {
  const isFile = process.platform !== 'win32';
  if (isFile) await removeDeadSocket(deps.address);
  const refusals = new Refusals(deps.log, deps.now, 'link_refused');
  const strangers = new Set<Socket>();
  const links = new Set<Socket>();
  const server = createServer((socket) => {
    if (strangers.size >= MOST_STRANGERS || strangers.size + links.size >= deps.mostSockets) {
      refusals.note({ reason: 'too many connections' });
      socket.destroy();
      return;
    }
    strangers.add(socket);
    socket.once('close', () => {
      strangers.delete(socket);
      links.delete(socket);
    });
    void admit(socket, deps, () => {
      strangers.delete(socket);
      links.add(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    // Other users must not open the socket between bind and chmod. The home is 0700, and the umask makes sure.
    const umask = process.umask(0o077);
    server.once('error', reject);
    server.listen(deps.address, () => {
      process.umask(umask);
      server.off('error', reject);
      resolve();
    });
  });
  if (isFile) chmodSync(deps.address, 0o600);
  return {
    links: () => links.size,
    close: (lastWords) => {
      for (const socket of strangers) socket.destroy();
      for (const socket of links) socket.end(lastWords);
      const timer = setTimeout(() => {
        for (const socket of links) socket.destroy();
      }, STOP_LIMITS_MS.goodbye);
      return new Promise((resolve) => {
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}

async function admit(socket: Socket, deps: LinkServerDeps, onProven: () => void): Promise<void> {
  socket.on('error', (error) => deps.log('link_socket_error', { reason: error.message }));
  try {
    const link = await acceptLink(socket, deps.token, deps.isAllowedOrigin);
    const { origin } = link.introduction;
    if (isRequestToEnd(origin)) {
      socket.end();
      deps.onStopRequest(origin === RESTART_REQUEST);
      return;
    }
    onProven();
    deps.onLink(link);
  } catch (error) {
    deps.log.warn('link_rejected', { reason: error instanceof Error ? error.message : String(error) });
    socket.destroySoon();
  }
}

/** Removes a socket file only if nothing answers behind it. */
async function removeDeadSocket(path: string): Promise<void> {
  const isAlive = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (isAlive) throw new Error('Another daemon answers on the socket of this home. Stop it first.');
  rmSync(path, { force: true });
}

export function readMessages(socket: Socket, limit: number, onMessage: (body: Buffer) => void): void {
  const reader = new MessageReader(limit, onMessage);
  socket.on('data', (chunk) => {
    try {
      reader.push(chunk);
    } catch {
      socket.destroy();
    }
  });
  socket.resume();
}
