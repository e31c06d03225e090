import * as own from '../dom/own-properties.ts';

/** The events of a key that is pressed and released. */
export function pressKey(target: Element, key: string): void {
  for (const type of ['keydown', 'keyup'])
    own.dispatchEvent(
      target,
      new KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true, composed: true }),
    );
}
