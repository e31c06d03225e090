export type InstallProblem =
  | 'bad-extension-id'
  | 'bad-path'
  | 'conflict'
  | 'home-unsafe'
  | 'host-binary-missing'
  | 'in-use'
  | 'no-browser'
  | 'no-node'
  | 'not-for-everyone'
  | 'not-root'
  | 'receipt-unreadable'
  | 'registry-unusable'
  | 'under-sudo'
  | 'unknown-browser'
  | 'unsupported-platform'
  | 'write-failed';

/** A refusal or failure with a message that a person can act on. When it is thrown, the disk is unchanged. */
export class InstallError extends Error {
  override readonly name = 'InstallError';
  readonly problem: InstallProblem;

  constructor(problem: InstallProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
