import type { FastifyInstance } from 'fastify';
import { encodeBye } from '../wire/control.ts';
import { withLength } from '../wire/messages.ts';
import type { Clock, DaemonFacts, Log, SessionFolders } from './context.ts';
import { buildServer } from './http/server.ts';
import { listenForLinks } from './links/link-server.ts';
import { serveLink } from './links/serve-link.ts';
import { SessionViews } from './links/session-views.ts';
import { onceLater } from './once-later.ts';
import { Flights } from './pipeline/flights.ts';
import { createPipeline, type HandleRequest } from './pipeline/handle-request.ts';
import type { Digest } from './pipeline/once/kept-answers.ts';
import { TabQueue } from './pipeline/tab-queue.ts';
import type { Config } from './process/config.ts';
import { connectionBudget, openFilesLimit } from './process/connection-budget.ts';
import { watchForIdle } from './process/idle-end.ts';
import { Browsers } from './state/browsers.ts';
import { ElementHandles } from './state/element-handles.ts';
import type { RandomBytes } from './state/identifiers.ts';
import { knownBrowsers, restoreState, type SavedState, saveState } from './state/saved-state.ts';
import { Sessions } from './state/sessions.ts';
import { StagedFiles } from './state/staged-files.ts';
import { Traces } from './state/traces.ts';

/**
 * Writing the state costs about as much CPU time as sending a request to the browser, so it must not delay the
 * request.
 */
const SAVE_AFTER_MS = 10;

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
  /** The state of the previous daemon, if it crashed. */
  before: SavedState | undefined;
  keepState(text: string): void;
  isAllowedOrigin(origin: string): boolean;
  /** The browser that started this daemon has disconnected for good. */
  onIdle(): void;
  /** A program that knows the token asks the daemon to stop. */
  onStopRequest(sessionsGoOn: boolean): void;
}

export interface Daemon {
  port: number;
  close(): Promise<void>;
}

/** Builds the whole daemon from its parts. Everything that lives as long as the daemon is created here. */
export async function createDaemon(deps: DaemonDeps): Promise<Daemon> {
  const { log, clock, config, token } = deps;
  let port = 0;
  const budget = connectionBudget(openFilesLimit());
  const context = {
    clock,
    log,
    sessions: new Sessions(deps.randomBytes),
    browsers: new Browsers(knownBrowsers(deps.before)),
    handles: new ElementHandles(clock.now, (count) => log('handle_invalidate', { cause: 'evicted', count })),
    traces: new Traces(),
    queue: new TabQueue(clock.steady),
    flights: new Flights(log),
    staged: new StagedFiles({
      maxBytes: config.maxUploadBytes,
      digest: deps.digest,
      now: clock.steady,
      later: (work, ms) => void setTimeout(work, ms).unref(),
    }),
    folders: deps.folders,
    digest: deps.digest,
    pacing: config.pacing,
    allowFast: config.allowFast,
    defaultBrowser: config.defaultBrowser,
    hiddenTabs: config.hiddenTabs,
    facts: { ...deps.facts, port: () => port },
  };
  if (deps.before) restoreState(deps.before, context);
  let isClosed = false;
  const save = () => {
    if (!isClosed) deps.keepState(saveState(context));
  };
  const saveSoon = onceLater(save, (run) => setTimeout(run, SAVE_AFTER_MS));
  const views = new SessionViews(context);
  const changed = () => {
    saveSoon();
    views.refresh();
  };
  const links = await listenForLinks({
    address: deps.linkAddress,
    token,
    isAllowedOrigin: deps.isAllowedOrigin,
    log,
    mostSockets: budget.links,
    now: clock.now,
    onStopRequest: deps.onStopRequest,
    onLink: (link) =>
      serveLink(link, { context, views, home: deps.home, onChange: () => onChange(), onMessage: changed }),
  });
  const onChange =
    deps.facts.startedBy === 'browser'
      ? watchForIdle({
          graceMs: config.browserGraceMs,
          isBusy: () => links.links() > 0 || context.flights.inFlight > 0,
          onIdle: deps.onIdle,
        })
      : () => {};
  const runPipeline = createPipeline(context);
  const handleRequest: HandleRequest = (body, callerGone) => {
    // State that changes when a request is sent is written once the request has reached the browser. The rest is
    // written before the answer.
    saveSoon();
    return runPipeline(body, callerGone).finally(() => {
      save();
      views.refresh();
    });
  };
  const app = buildServer({
    token,
    port: () => port,
    handleRequest,
    staged: context.staged,
    log,
    now: clock.now,
    mostConnections: budget.http,
  });
  try {
    port = await listen(app, config.port);
  } catch (error) {
    await links.close(Buffer.alloc(0));
    throw error;
  }

  return {
    port,
    close: async () => {
      context.flights.abandon();
      await Promise.all([links.close(withLength(encodeBye('stopped'))), app.close()]);
      isClosed = true;
    },
  };
}

async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(`Port ${port} is taken by another program. Choose another with --port.`);
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
