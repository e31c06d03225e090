/** A command that cannot be carried out: exit code 2, and the message, a sentence, on stderr. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The message of a thrown thing, for a sentence about it. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
