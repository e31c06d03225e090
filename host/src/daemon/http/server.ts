import type { IncomingHttpHeaders } from 'node:http';
import {
  type BproxyError,
  type Envelope,
  errorEnvelope,
  MAX_REQUEST_BYTES,
  makeError,
  NONCE_HEADER,
  PART_PATH,
  PROOF_PATH,
} from '@bproxy/shared';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { toError } from '../answers/to-error.ts';
import type { Log } from '../context.ts';
import { CallerGoneError } from '../pipeline/forward.ts';
import type { HandleRequest } from '../pipeline/handle-request.ts';
import type { StagedFiles } from '../state/staged-files.ts';
import { checkAuth, checkCaller, proofOf } from './auth.ts';
import { IdleConnections } from './idle-connections.ts';
import { acceptParts } from './parts.ts';
import { Refusals } from './refusals.ts';
import { RequestWindow } from './request-window.ts';

const MOST_CONNECTIONS = 1_000;
/** A local caller sends its headers and body within a moment. A caller that stalls is cut off. */
const PATIENCE = { headersMs: 10_000, wholeRequestMs: 30_000, lookEveryMs: 2_000 };

export interface HttpDeps {
  token: string;
  /** Set once the server listens. */
  port(): number;
  handleRequest: HandleRequest;
  /** Takes the bytes of files that a request waits for. */
  staged: Pick<StagedFiles, 'add'>;
  log: Log;
  now(): number;
  mostConnections?: number;
  patience?: typeof PATIENCE;
}

/**
 * The HTTP endpoint for the CLI: `POST /`, `POST /part` for the bytes of files, and `GET /proof`, where the CLI verifies
 * that this is the daemon.
 */
export function buildServer(deps: HttpDeps): FastifyInstance {
  const { token, port, handleRequest, log, now } = deps;
  const { mostConnections = MOST_CONNECTIONS, patience = PATIENCE } = deps;
  const app = Fastify({
    bodyLimit: MAX_REQUEST_BYTES,
    forceCloseConnections: true,
    logger: false,
    requestTimeout: patience.wholeRequestMs,
    keepAliveTimeout: patience.headersMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookEveryMs,
      requireHostHeader: false,
    },
    // Disable the answers that Node and the framework send without checking the token: to a request without a host
    // (above), to one that is not HTTP, to an address that cannot be decoded, and while they close.
    clientErrorHandler: (_error, socket) => socket.destroy(),
    rewriteUrl: ({ url }) => (url === '/' || url === PROOF_PATH || url === PART_PATH ? url : '/elsewhere'),
    return503OnClosing: false,
  });
  // The same for the answer to an `Expect` that Node does not know.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const window = new RequestWindow();
  const refusals = new Refusals(log, now);
  const drops = new Refusals(log, now, 'connection_dropped');
  const noteDrop = () => drops.note({ most: mostConnections });
  // Half of the connections are reserved for callers that know the token.
  const idle = new IdleConnections(mostConnections / 2, noteDrop);
  app.server.maxConnections = mostConnections;
  app.server.on('drop', noteDrop);
  app.server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.remove(socket));
  });

  app.addHook('onRequest', async (request, reply) => {
    const asksForProof = request.url === PROOF_PATH && request.method === 'GET';
    const layer = asksForProof
      ? checkCaller(request.headers, port())
      : checkAuth(request.headers, port(), token);
    if (layer) {
      refusals.note({ layer });
      reply.header('connection', 'close');
      return refuse(reply, 401, makeError('UNAUTHORIZED', { details: { layer } }));
    }
    if (asksForProof) return;
    const leave = window.enter(bodyBytes(request.headers));
    if (leave) {
      idle.remove(request.raw.socket);
      reply.raw.once('close', () => {
        leave();
        idle.add(request.raw.socket);
      });
      return;
    }
    log.warn('overloaded', { requests: window.requests });
    reply.header('connection', 'close');
    return refuse(reply, 400, makeError('OVERLOADED'));
  });

  app.post('/', async (request, reply) => {
    const { httpStatus, answer } = await handleRequest(request.body, callerGone(reply));
    return reply.code(httpStatus).type('application/json; charset=utf-8').send(textOf(answer));
  });

  acceptParts(app, deps.staged);

  app.get(PROOF_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const nonce = request.headers[NONCE_HEADER];
    if (typeof nonce !== 'string' || !/^[0-9a-f]{64}$/.test(nonce)) {
      reply.header('connection', 'close');
      return refuse(reply, 401, makeError('UNAUTHORIZED', { details: { layer: 'token' } }));
    }
    return reply.type('text/plain').send(proofOf(token, nonce, request.raw.socket));
  });

  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, makeError('BAD_REQUEST', { message: 'bproxy answers POST / only.' })),
  );

  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      log.warn('internal_error', { error: error.message });
      return refuse(reply, 500, toError(error));
    }
    const message = `The body cannot be read: ${error.message}`;
    return refuse(
      reply,
      400,
      makeError('BAD_REQUEST', { message, details: { issues: [{ path: '', message }] } }),
    );
  });

  return app;
}

/**
 * JSON can be parsed at any depth, but not serialized. An answer that is nested too deeply is the extension's error,
 * not ours.
 */
function textOf(answer: Envelope): string {
  try {
    return JSON.stringify(answer);
  } catch {
    const message = 'The answer of the extension is nested too deeply to be passed on.';
    return JSON.stringify(errorEnvelope(answer.id, makeError('SCRIPT_ERROR', { message })));
  }
}

function refuse(reply: FastifyReply, status: number, error: BproxyError) {
  return reply.code(status).send(errorEnvelope('', error));
}

/** A body of unknown length counts as the largest allowed. */
function bodyBytes(headers: IncomingHttpHeaders): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return headers['transfer-encoding'] === undefined
    ? Math.min(length || 0, MAX_REQUEST_BYTES)
    : MAX_REQUEST_BYTES;
}

/** Fires when the caller closes the connection before it has its answer. */
function callerGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Not on the socket: it outlives the request and would collect one listener per request.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new CallerGoneError());
  });
  return controller.signal;
}
