export type ClientErrorCode =
  /** No daemon runs in this home. Nothing was sent. */
  | 'NOT_RUNNING'
  /** The home is not as the daemon left it, or others can read it. Nothing was sent. */
  | 'HOME_UNUSABLE'
  /** The program on the daemon's port did not prove that it is the daemon. Nothing was sent. */
  | 'NOT_PROVEN'
  /** The request is longer than the daemon accepts. Nothing was sent. */
  | 'REQUEST_TOO_LARGE'
  /** The connection broke before the daemon had the whole request. Nothing was done. */
  | 'REQUEST_CUT'
  /** The daemon refused the token. Nothing was done. */
  | 'TOKEN_REFUSED'
  /** No answer came in time. */
  | 'NO_ANSWER'
  /** The connection broke while the daemon worked on the request. */
  | 'CONNECTION_LOST'
  /** The answer does not follow this protocol. */
  | 'BAD_ANSWER'
  /** The caller's signal ended the request. */
  | 'ABORTED';

/** Explains why there is no answer. The message is one or more sentences for a person. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;
  /** Whether the action may have happened. Repeat it with the same id: an action that ran is not run again. */
  readonly mayHaveRun: boolean;

  constructor(
    code: ClientErrorCode,
    message: string,
    { mayHaveRun = false, cause }: { mayHaveRun?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.mayHaveRun = mayHaveRun;
  }
}

export function notRunning(why = ''): ClientError {
  const says = 'The bproxy daemon is not running, so nothing was sent.';
  return new ClientError('NOT_RUNNING', `${why}${says} Run \`bproxy service start\`, then repeat.`);
}
