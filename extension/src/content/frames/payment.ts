import * as own from '../dom/own-properties.ts';

/** Whether this document asks for a payment card, by the names that HTML gives its fields. */
export function asksForCard(): boolean {
  return own.querySelector(document, 'input[autocomplete*="cc-" i]') !== null;
}
