import { ClientError } from '@bproxy/client';
import { fileTrouble } from '@bproxy/shared';
import { CommandFailure } from '../output/failure.ts';
import { UnknownWord } from './unknown-word.ts';

/** What went wrong, in a sentence. The commands that it advises name the home that was chosen. */
export async function sentenceAbout(error: unknown, home?: string): Promise<string> {
  if (error instanceof UnknownWord) return error.withGuess();
  if (!isExpected(error)) return `bproxy itself failed: ${fileTrouble(error)}`;
  if (!home) return error.message;
  const { adviceForHome } = await import('./home-advice.ts');
  return adviceForHome(error, home).message;
}

/** An expected error explains itself in a sentence. Anything else is a bug in bproxy. */
function isExpected(error: unknown): error is CommandFailure | ClientError {
  return error instanceof CommandFailure || error instanceof ClientError;
}
