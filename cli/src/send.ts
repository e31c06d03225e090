import { type Answer, ClientError, type ClientRequest, connect, type Traffic } from '@bproxy/client';
import type { Context } from './commands/command.ts';
import { CommandFailure } from './output/failure.ts';

export interface Call extends ClientRequest {
  id: string;
  session: string;
  home: string;
  verbose: boolean;
}

/** An error of the daemon. */
export type Refused = Extract<Answer, { ok: false }>['error'];

/** Sends one action to the daemon. If the answer is lost, the message gets the next step. */
export async function send({ home, verbose, ...request }: Call, context: Context): Promise<Answer> {
  const client = connect(home);
  const { id, action, session } = request;
  const started = context.now();
  const options = verbose
    ? {
        onTraffic: ({ event, url, httpStatus, errorCode }: Traffic) => {
          const elapsed = context.now() - started;
          context.trace({ event, requestId: id, action, session, url, elapsed, httpStatus, errorCode });
        },
      }
    : {};
  return client.post(request, options).catch((error: unknown) => {
    throw error instanceof ClientError ? withNextStep(error, id) : error;
  });
}

function withNextStep(error: ClientError, id: string): ClientError | CommandFailure {
  if (error.code !== 'NO_ANSWER' && error.code !== 'CONNECTION_LOST') return error;
  const next = error.mayHaveRun
    ? `Read the page, or repeat the same command with --id ${id}: what has run is not run again.`
    : 'Run `bproxy service status`, then repeat.';
  return new CommandFailure(`${error.message} ${next}`);
}
