import { ProtocolError } from '@bproxy/shared';

/** An option as its user sees it. */
export interface Offer<T extends Element = Element> {
  element: T;
  /** The visible text first, then other words for it. */
  texts: readonly [string, ...string[]];
  isDisabled: boolean;
}

const MOST_TEXTS = 50;

export function normalised(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The list for a caller whose text matched none of them. */
export function textsOf(offers: readonly Offer[]): string[] {
  return offers.slice(0, MOST_TEXTS).map(({ texts }) => texts[0]);
}

export function exactMatches<T extends Element>(offers: readonly Offer<T>[], wanted: string): Offer<T>[] {
  return enabledFirst(offers.filter(({ texts }) => texts.includes(normalised(wanted))));
}

/** Ignores upper and lower case, and matches only if exactly one option fits. */
export function nearMatch<T extends Element>(
  offers: readonly Offer<T>[],
  wanted: string,
): Offer<T> | undefined {
  const folded = normalised(wanted).toLowerCase();
  const found = enabledFirst(
    offers.filter(({ texts }) => texts.some((text) => text.toLowerCase() === folded)),
  );
  return found.length === 1 ? found[0] : undefined;
}

export function severalMatch(optionText: string, count: number): ProtocolError {
  return new ProtocolError('SELECTOR_AMBIGUOUS', {
    message: `${count} options have the text ${JSON.stringify(optionText)}. Only one may match.`,
    suggestedAction: 'Click the option itself if a read lists it, or let the user choose (require-human).',
    details: { optionText, count },
  });
}

/** A caller cannot mean the disabled option if another with the same text can be chosen. */
function enabledFirst<T extends Element>(offers: Offer<T>[]): Offer<T>[] {
  const enabled = offers.filter(({ isDisabled }) => !isDisabled);
  return enabled.length > 0 ? enabled : offers.slice(0, 1);
}
