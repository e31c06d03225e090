import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, NONCE_HEADER } from '@bproxy/shared';
import { proofOf } from '../../host/src/daemon/http/auth.ts';
import { startTimeOf } from '../../host/src/home/process-identity.ts';

export const TOKEN = 'the-secret-token-of-the-test';
export const PAGE = { url: 'https://example.test/', title: 'Example', state: 'ready', busy: false };

export interface Received {
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

type Reply = (received: Received, response: ServerResponse) => void;

export interface FakeDaemon {
  home: string;
  port: number;
  received: Received[];
  /** The token that the daemon proves to know. Read before each request. */
  provenToken: () => string;
  /** Answers the next requests. The default is a success with empty data. */
  reply: Reply;
  close(): Promise<void>;
}

export function makeHome(token: string | undefined = TOKEN, mode = 0o600): string {
  const home = mkdtempSync(join(tmpdir(), 'bproxy-cli-'));
  if (token !== undefined) {
    writeFileSync(join(home, 'token'), token);
    chmodSync(join(home, 'token'), mode);
  }
  return home;
}

export function success(id: unknown, data: object = {}): object {
  return { protocol_version: 1, id, ok: true, data, page: PAGE, replay: false };
}

export function failure(id: unknown, code: string): object {
  const error = { code, category: 'target', retry: 'never', message: 'It did not work.' };
  return { protocol_version: 1, id, ok: false, error };
}

/** Writes the files of a ready daemon whose process is this one. */
export function publish(home: string, port: number): void {
  writeFileSync(join(home, 'daemon.lock'), `${process.pid}\n${startTimeOf(process.pid)}\nfake\n`);
  writeFileSync(join(home, 'ready'), 'fake\n');
  writeFileSync(join(home, 'port'), `${port}\n`);
}

/** Starts a server with a home of its own and a port file that names it. */
export async function startFakeDaemon(): Promise<FakeDaemon> {
  const home = makeHome();
  const daemon: FakeDaemon = {
    home,
    port: 0,
    received: [],
    provenToken: () => TOKEN,
    reply: ({ body }, response) => response.end(JSON.stringify(success(body['id']))),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(home, { recursive: true, force: true });
    },
  };
  const server = createServer(async (request, response) => {
    const nonce = request.headers[NONCE_HEADER];
    if (typeof nonce === 'string') {
      response.end(proofOf(daemon.provenToken(), nonce, request.socket));
      return;
    }
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
    if (!isRecord(body)) throw new Error('The CLI sent a body that is no object.');
    const received = { headers: request.headers, body };
    daemon.received.push(received);
    daemon.reply(received, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  daemon.port = address.port;
  publish(home, address.port);
  return daemon;
}
