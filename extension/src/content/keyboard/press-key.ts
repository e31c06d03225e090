import type { KeyDefault } from '@bproxy/shared';
import { focusedElement } from '../dom/focused-element.ts';
import * as own from '../dom/own-properties.ts';
import { focusField } from '../writing/field-focus.ts';
import { click, enter, isAnchor, isClickedBySpace } from './defaults/activating.ts';
import { erase, moveCaret } from './defaults/caret.ts';
import { closeTop } from './defaults/closing.ts';
import { hasCaret, insertText, isWritable, sendBeforeInput } from './defaults/editing.ts';
import { scrollBy } from './defaults/scrolling.ts';
import { shortcut } from './defaults/shortcuts.ts';
import { chooseByLetter, step } from './defaults/stepping.ts';
import { nextStop } from './focus-order.ts';
import { modifierKeys, sendKey } from './key-events.ts';
import type { Key } from './key-table.ts';

export interface PressedKey {
  /** What the browser would have done by itself, and bproxy did. */
  default: KeyDefault;
  /** Tab was at the end of the document. */
  edge?: true;
  /** What was copied or cut. */
  text?: string;
}

/** The element that gets the keys. */
export function keyTarget(): Element {
  const body: Element | null = own.body(document);
  return focusedElement() ?? body ?? own.documentElement(document);
}

/**
 * Presses and releases a key, with its modifiers. An event of a script has no default action, so what the browser would
 * do is done here, unless the page prevents it.
 */
export function pressKey(key: Key, given?: string): PressedKey {
  const modifiers = modifierKeys(key);
  for (const modifier of modifiers) sendKey(keyTarget(), 'keydown', modifier);
  const target = keyTarget();
  const isFree = sendKey(target, 'keydown', key);
  const pressed = isFree ? actOn(key, keyTarget(), given) : { default: 'prevented' as const };
  const released = keyTarget();
  const mayClick = sendKey(released, 'keyup', key) && isFree && released === target;
  // A button is pressed when the space bar is released.
  const isClick = key.key === ' ' && mayClick && isClickedBySpace(released);
  const outcome = isClick ? { default: click(released) } : pressed;
  for (const modifier of modifiers.reverse()) sendKey(keyTarget(), 'keyup', modifier);
  return outcome;
}

/** What the browser does when the page has nothing against it. */
function actOn(key: Key, element: Element, given: string | undefined): PressedKey {
  const done = shortcut(key, element, given);
  if (done) return done;
  switch (key.key) {
    case 'Tab':
      return moveFocus(element, key.held.has('Shift'));
    case 'Escape':
      return { default: closeTop(element) };
    case 'Enter':
      return { default: typed(key, element, enter) };
    case 'Backspace':
    case 'Delete':
      return { default: erase(key, element) ?? 'none' };
    case ' ':
      return { default: typed(key, element, space) };
    default:
      return { default: key.text === undefined ? moved(key, element) : typed(key, element, write) };
  }
}

/** Keys that write send one more event, and the page may prevent that one, too. */
function typed(key: Key, element: Element, act: (key: Key, element: Element) => KeyDefault): KeyDefault {
  if (isCommand(key)) return 'none';
  // Chrome follows a hyperlink before that event.
  if (key.key === 'Enter' && isAnchor(element)) return act(key, element);
  return sendKey(element, 'keypress', key) ? act(key, keyTarget()) : 'prevented';
}

function isCommand({ held }: Key): boolean {
  return held.has('Control') || held.has('Meta') || held.has('Alt');
}

function write({ text = '' }: Key, element: Element): KeyDefault {
  if (isWritable(element)) return insertText(element, text);
  // Chrome asks the page for a read-only field, too.
  if (hasCaret(element))
    return sendBeforeInput(element, { inputType: 'insertText', data: text }) ? 'none' : 'prevented';
  return element instanceof HTMLSelectElement ? chooseByLetter(element, text) : 'none';
}

function space(key: Key, element: Element): KeyDefault {
  if (isWritable(element)) return insertText(element, ' ');
  const isTaken = isClickedBySpace(element) || hasCaret(element) || element instanceof HTMLSelectElement;
  return isTaken ? 'none' : scrollBy(key, element);
}

function moved(key: Key, element: Element): KeyDefault {
  return step(key, element) ?? moveCaret(key, element) ?? scrollBy(key, element);
}

function moveFocus(from: Element, isBack: boolean): PressedKey {
  const isNowhere = from === own.body(document) || from === own.documentElement(document);
  const stop = nextStop(isNowhere ? null : from, isBack);
  if (!stop) return { default: 'none', edge: true };
  focusField(stop);
  own.scrollIntoView(stop, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
  // Chrome selects what a field holds, so that the next keys replace it.
  if (stop instanceof HTMLInputElement && hasCaret(stop)) stop.select();
  return { default: 'focus' };
}
