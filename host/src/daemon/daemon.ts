import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { encodeBye } from '../control.ts';
import { encodeFrame } from '../frames.ts';
import { buildServer } from './http/server.ts';
import { listenForLinks } from './links/link-server.ts';
import { serveLink } from './links/serve-link.ts';
import type { Clock, DaemonFacts, Log, SessionFolders } from './pipeline/context.ts';
import { Forwarder } from './pipeline/forward.ts';
import { createPipeline, type HandleRequest } from './pipeline/handle-request.ts';
import type { Digest } from './pipeline/kept-answers.ts';
import { TabQueue } from './pipeline/tab-queue.ts';
import type { Config } from './process/config.ts';
import { watchForIdle } from './process/idle-end.ts';
import { Browsers } from './state/browsers.ts';
import { ElementHandles } from './state/element-handles.ts';
import type { RandomBytes } from './state/identifiers.ts';
import { knownBrowsers, restoreState, type SavedState, saveState } from './state/saved-state.ts';
import { Sessions } from './state/sessions.ts';
import { Traces } from './state/traces.ts';

export interface DaemonDeps {
  home: string;
  token: string;
  linkAddress: string;
  config: Config;
  facts: Omit<DaemonFacts, 'port'>;
  clock: Clock;
  randomBytes: RandomBytes;
  digest: Digest;
  log: Log;
  folders: SessionFolders;
  /** What the daemon before this one left, if it crashed. */
  before: SavedState | undefined;
  keepState(text: string): void;
  isAllowedOrigin(origin: string): boolean;
  /** The browser that started this daemon is gone for good. */
  onIdle(): void;
}

export interface Daemon {
  port: number;
  close(): Promise<void>;
}

/** The whole daemon, from its parts. Everything that lives as long as the daemon is made here. */
export async function createDaemon(deps: DaemonDeps): Promise<Daemon> {
  const { log, clock, config, token } = deps;
  let port = 0;
  const context = {
    clock,
    log,
    sessions: new Sessions(deps.randomBytes),
    browsers: new Browsers(knownBrowsers(deps.before)),
    handles: new ElementHandles(clock.now, (count) => log('handle_invalidate', { cause: 'evicted', count })),
    traces: new Traces(),
    queue: new TabQueue(),
    forwarder: new Forwarder(log),
    folders: deps.folders,
    digest: deps.digest,
    pacing: config.pacing,
    defaultBrowser: config.defaultBrowser,
    facts: { ...deps.facts, port: () => port },
  };
  if (deps.before) restoreState(deps.before, context);
  const save = () => deps.keepState(saveState(context));
  const sockets = new Set<AcceptedSocket>();
  const onChange =
    deps.facts.startedBy === 'browser'
      ? watchForIdle({
          graceMs: config.browserGraceMs,
          isBusy: () => sockets.size > 0 || context.forwarder.inFlight > 0,
          onIdle: deps.onIdle,
        })
      : () => {};
  const links = await listenForLinks({
    address: deps.linkAddress,
    token,
    isAllowedOrigin: deps.isAllowedOrigin,
    log,
    onLink: (link) => {
      sockets.add(link.socket);
      link.socket.once('close', () => sockets.delete(link.socket));
      serveLink(link, { context, home: deps.home, onChange, onMessage: save });
    },
  });
  const runPipeline = createPipeline(context);
  const handleRequest: HandleRequest = (body, callerGone) => runPipeline(body, callerGone).finally(save);
  const app = buildServer({ token, port: () => port, handleRequest, log });
  try {
    port = await listen(app, config.port);
  } catch (error) {
    await closeServer(links, sockets);
    throw error;
  }

  return {
    port,
    close: async () => {
      context.forwarder.abandon();
      for (const socket of sockets) socket.end(encodeFrame(encodeBye('stopped')));
      await Promise.all([app.close(), closeServer(links, sockets)]);
    },
  };
}

type AcceptedSocket = Parameters<Parameters<typeof listenForLinks>[0]['onLink']>[0]['socket'];

/** The goodbye must reach the links; one that does not read it in time is cut off. */
const GOODBYE_MS = 1_000;

function closeServer(server: Server, sockets: Set<AcceptedSocket>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, GOODBYE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function listen(app: FastifyInstance, { number, mayChange }: Config['port']): Promise<number> {
  const host = '127.0.0.1';
  try {
    await app.listen({ host, port: number });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    if (!mayChange)
      throw new Error(`Port ${number} is taken by another program. Choose another with --port.`);
    await app.listen({ host, port: 0 });
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
