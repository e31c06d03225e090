import { type BproxyError, makeError } from '@bproxy/shared';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { failure, toError } from '../pipeline/answers.ts';
import type { Log } from '../pipeline/context.ts';
import { CallerGoneError } from '../pipeline/forward-request.ts';
import type { HandleRequest } from '../pipeline/handle-request.ts';
import { checkAuth } from './auth.ts';

/** Room for a few megabytes of text to fill in. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export interface HttpDeps {
  token: string;
  /** Known once the server listens. */
  port(): number;
  handleRequest: HandleRequest;
  log: Log;
}

/** The one endpoint of the CLI: `POST /`. */
export function buildServer({ token, port, handleRequest, log }: HttpDeps): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true, logger: false });

  app.addHook('onRequest', async (request, reply) => {
    const layer = checkAuth(request.headers, port(), token);
    if (!layer) return;
    log.warn('unauthorized', { layer });
    reply.header('connection', 'close');
    return refuse(reply, 401, makeError('UNAUTHORIZED', { details: { layer } }));
  });

  app.post('/', async (request, reply) => {
    const { httpStatus, answer } = await handleRequest(request.body, callerGone(reply));
    return reply.code(httpStatus).send(answer);
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
      status,
      makeError('BAD_REQUEST', { message, details: { issues: [{ path: '', message }] } }),
    );
  });

  return app;
}

function refuse(reply: FastifyReply, status: number, error: BproxyError) {
  return reply.code(status).send(failure('', error));
}

/** Fires when the caller closes the connection before it has its answer. */
function callerGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new CallerGoneError());
  });
  return controller.signal;
}
