import type { KeyDefault } from '@bproxy/shared';
import * as own from '../../dom/own-properties.ts';
import { isMac, type Key } from '../key-table.ts';
import {
  edit,
  hasCaret,
  isPlainRegion,
  isWritable,
  named,
  selectedText,
  sendBeforeInput,
} from './editing.ts';

export interface ShortcutOutcome {
  default: KeyDefault;
  /** What was copied or cut. The user's clipboard is left alone. */
  text?: string;
}

/** Formats of an editable region, by their letter. */
const FORMATS: Record<string, { command: 'bold' | 'italic' | 'underline'; inputType: string }> = {
  b: { command: 'bold', inputType: 'formatBold' },
  i: { command: 'italic', inputType: 'formatItalic' },
  u: { command: 'underline', inputType: 'formatUnderline' },
};

const isHeld = ({ held }: Key) => held.has(isMac ? 'Meta' : 'Control') && !held.has('Alt');

/** The editing commands that a browser has on its keys. Undefined for any other key. */
export function shortcut(key: Key, element: Element, given: string | undefined): ShortcutOutcome | undefined {
  if (!isHeld(key)) return undefined;
  const letter = key.key.toLowerCase();
  const shift = key.held.has('Shift');
  if (letter === 'a' && !shift) return { default: selectAll() };
  if (letter === 'c' && !shift) return copy('copy', element);
  if (letter === 'x' && !shift) return copy('cut', element);
  if (letter === 'v') return { default: given === undefined ? 'none' : paste(element, given) };
  if (letter === 'z' && isWritable(element)) return { default: history(element, shift ? 'redo' : 'undo') };
  if (letter === 'y' && !isMac && isWritable(element)) return { default: history(element, 'redo') };
  const format = FORMATS[letter];
  if (!format || shift || !takesFormats(element)) return undefined;
  if (!sendBeforeInput(element, { inputType: format.inputType })) return { default: 'prevented' };
  return { default: own.execCommand(document, format.command) ? 'format' : 'none' };
}

function takesFormats(element: Element): boolean {
  if (!(element instanceof HTMLElement) || !own.isContentEditable(element)) return false;
  return !isPlainRegion(element);
}

function selectAll(): KeyDefault {
  return own.execCommand(document, 'selectAll') ? 'select' : 'none';
}

function history(element: Element, command: 'undo' | 'redo'): KeyDefault {
  const inputType = command === 'undo' ? 'historyUndo' : 'historyRedo';
  return named(edit(element, { command, inputType }), 'undo');
}

function copy(type: 'copy' | 'cut', element: Element): ShortcutOutcome {
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent(type, { bubbles: true, cancelable: true, composed: true, clipboardData });
  const isFree = own.dispatchEvent(element, event);
  const text = isFree ? selectedText(element) : clipboardData.getData('text/plain');
  if (text === '') return { default: isFree ? 'none' : 'prevented' };
  if (type === 'copy' || !isFree) return { default: isFree ? 'copy' : 'prevented', text };
  if (!isWritable(element)) return { default: 'none' };
  return { default: named(edit(element, { command: 'delete', inputType: 'deleteByCut' }), 'cut'), text };
}

/** What the agent pastes is its own text. The user's clipboard is theirs. */
function paste(element: Element, text: string): KeyDefault {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const shape = { bubbles: true, cancelable: true, composed: true, clipboardData };
  if (!own.dispatchEvent(element, new ClipboardEvent('paste', shape))) return 'prevented';
  if (!hasCaret(element) || !isWritable(element)) return 'none';
  return named(edit(element, { command: 'insertText', inputType: 'insertFromPaste', data: text }), 'paste');
}
