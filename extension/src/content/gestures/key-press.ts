import * as own from '../dom/own-properties.ts';

/** What a keyboard does when a key is pressed and let go. */
export function pressKey(target: Element, key: string): void {
  for (const type of ['keydown', 'keyup'])
    own.dispatchEvent(
      target,
      new KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true, composed: true }),
    );
}
