/** A command that cannot run: exit code 2, and the message, a sentence, on stderr. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
