import * as own from '../dom/own-properties.ts';
import type { Key, Modifier } from './key-table.ts';
import { keyOf } from './key-table.ts';

/** Sends the event of a key. Returns false if the page prevented the default. */
export function sendKey(target: Element, type: 'keydown' | 'keypress' | 'keyup', key: Key): boolean {
  const { held, code } = key;
  const character = type === 'keypress' ? (key.text ?? '\r').charCodeAt(0) : 0;
  return own.dispatchEvent(
    target,
    new KeyboardEvent(type, {
      key: key.key,
      code,
      keyCode: character || key.keyCode,
      charCode: character,
      location: code.endsWith('Left') && !code.startsWith('Arrow') && !code.startsWith('Bracket') ? 1 : 0,
      ctrlKey: held.has('Control'),
      shiftKey: held.has('Shift'),
      altKey: held.has('Alt'),
      metaKey: held.has('Meta'),
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
    }),
  );
}

/** Only the events of a key, for what a page does with them. */
export function tapKey(target: Element, name: string): void {
  const key = keyOf(name);
  if (!key) return;
  sendKey(target, 'keydown', key);
  sendKey(target, 'keyup', key);
}

/** The keys of the modifiers, each with the ones that are held before it. */
export function modifierKeys({ held }: Key): Key[] {
  const before = new Set<Modifier>();
  return [...held].flatMap((modifier) => {
    before.add(modifier);
    const key = keyOf(modifier);
    return key ? [{ ...key, held: new Set(before) }] : [];
  });
}
