/** A command that cannot be carried out: exit code 2, and the message, a sentence, on stderr. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
