import type { TextRange } from '../../main-world/words-in-text.ts';
import * as own from '../dom/own-properties.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { caretAtEdge, joiningSpaces, showingSpaces } from './edited-text.ts';
import { setNatively } from './field-value.ts';
import type { TextControl } from './writable-field.ts';

const MOST_LINES_AS_TEXT = 100;

/** written: by bproxy. handled: the page prevented the browser's default and does its own work. */
export type PasteOutcome = 'written' | 'handled';

/**
 * The effects of a paste over the whole content, measured in Chromium: beforeinput with the text, the new value, input
 * with the text. `change` comes when the user leaves the field, and here at once.
 */
export function pasteIntoControl(
  element: TextControl,
  whole: string,
  added?: { text: string; edge: 'start' | 'end' },
): PasteOutcome {
  const data = added?.text ?? whole;
  const shape: InputEventInit =
    data === '' ? { inputType: 'deleteContentBackward' } : { inputType: 'insertFromPaste', data };
  if (added) placeCaretInField(element, added.edge === 'end' ? element.value.length : 0);
  else element.select();
  if (!send(element, 'beforeinput', shape)) return 'handled';
  setNatively(element, whole);
  if (added?.edge === 'start') placeCaretInField(element, data.length);
  send(element, 'input', shape);
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return 'written';
}

/** As the correction of words in the middle: the rest of the value stays. */
export function replaceInControl(
  element: TextControl,
  whole: string,
  places: readonly TextRange[],
  data: string,
): PasteOutcome {
  const [place] = places;
  if (place && element.selectionStart !== null) element.setSelectionRange(place.from, place.to);
  const shape: InputEventInit =
    data === '' ? { inputType: 'deleteContentBackward' } : { inputType: 'insertReplacementText', data };
  if (!send(element, 'beforeinput', shape)) return 'handled';
  setNatively(element, whole);
  if (place) placeCaretInField(element, place.from + data.length);
  send(element, 'input', shape);
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return 'written';
}

/** Fields of addresses have a caret, but let no script place it. */
function placeCaretInField(element: TextControl, at: number): void {
  if (element.selectionStart !== null) element.setSelectionRange(at, at);
}

/** What to insert, with the spaces that show, and the place for it. */
export interface Insertion {
  text: string;
  shown: string;
  select(): void;
}

/** In place of all that is there. */
export function overWhole(element: HTMLElement, text: string): Insertion {
  const select = () => own.getSelection(document)?.selectAllChildren(element);
  return { text, shown: showingSpaces(element, text), select };
}

/** Beside what is there. */
export function atEdge(
  element: HTMLElement,
  { text, edge }: { text: string; edge: 'start' | 'end' },
): Insertion {
  const select = () => void caretAtEdge(element, edge);
  return { text, shown: joiningSpaces(element, text), select };
}

/** Editors handle the paste event and prevent the rest. Elsewhere the browser's own editing does it. */
export async function pasteIntoEditable(
  element: HTMLElement,
  { text, shown, select }: Insertion,
  stillThere: () => void,
): Promise<PasteOutcome> {
  select();
  // Editors learn of the selection from an event that comes with the next tick.
  await nextTicks(2);
  stillThere();
  if (text === '') {
    if (!send(element, 'beforeinput', { inputType: 'deleteContentBackward' })) return 'handled';
    own.execCommand(document, 'delete');
    return 'written';
  }
  const paste = new ClipboardEvent('paste', {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData: transferOf(text),
  });
  if (!own.dispatchEvent(element, paste)) return 'handled';
  if (!send(element, 'beforeinput', { inputType: 'insertFromPaste', dataTransfer: transferOf(text) }))
    return 'handled';
  insert(shown);
  return 'written';
}

/** Measured: insertText takes 0.6 s for 200 lines, 3.5 s for 1,000 and 21 s for 2,000; markup 0.2 s for 4,000. */
function insert(text: string): void {
  const lines = text.split('\n');
  if (lines.length > MOST_LINES_AS_TEXT && insertBlocks(lines)) return;
  own.execCommand(document, 'insertText', false, text);
}

/** The markup that a paste of plain text makes. False where only plain text, or no markup, is allowed. */
function insertBlocks(lines: string[]): boolean {
  const blocks = lines.map((line) => {
    const block = own.createElement(document, 'div');
    if (line === '') block.append(own.createElement(document, 'br'));
    else block.textContent = line;
    return block.outerHTML;
  });
  try {
    return own.execCommand(document, 'insertHTML', false, blocks.join(''));
  } catch {
    return false;
  }
}

function transferOf(text: string): DataTransfer {
  const transfer = new DataTransfer();
  transfer.setData('text/plain', text);
  return transfer;
}

/** Returns false if the page prevented the default. */
function send(element: Element, type: 'beforeinput' | 'input', shape: InputEventInit): boolean {
  return own.dispatchEvent(
    element,
    new InputEvent(type, { bubbles: true, composed: true, cancelable: type === 'beforeinput', ...shape }),
  );
}
