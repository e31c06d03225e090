import { next, ProtocolError, step } from '@bproxy/shared';
import { type NotOne, notOne } from '../../main-world/words-in-text.ts';

/** The words are not in the text, or several times. */
export function wrongWords(words: string, text: string): ProtocolError {
  return refusedWords(notOne(words, text));
}

export function refusedWords({ count, near }: NotOne): ProtocolError {
  if (count > 1) return new ProtocolError('TEXT_AMBIGUOUS', { details: { count } });
  return new ProtocolError('TEXT_NOT_FOUND', {
    details: { count, ...(near.length > 0 ? { near } : {}) },
  });
}

export function refuseSecret(element: Element): void {
  if (!(element instanceof HTMLInputElement) || element.type !== 'password') return;
  throw new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: 'What a password field holds stays secret, so words in it cannot be looked for.',
    suggestedAction: next`Write the whole of it: ${step('fill', { target: 'TARGET', value: 'TEXT', method: 'paste', world: 'isolated' })}.`,
    retry: 'never',
    details: { reason: 'password' },
  });
}
