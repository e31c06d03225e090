import { cut } from '../../cut.ts';
import { attributeOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { isEditable, isEditorFrame } from '../gestures/actionable.ts';

const MOST_CHARS = 1_000;
/** Long enough to show that there is a value, and nothing else. */
const MASK = '••••••';
/** Their value is a state or a caption, not user input. */
const WITHOUT_VALUE = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image']);

/** The value of a control as its user sees it. Undefined for an element without one. Passwords stay secret. */
export function heldValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) return inputValue(element);
  if (element instanceof HTMLTextAreaElement) return cut(element.value, MOST_CHARS);
  if (element instanceof HTMLSelectElement) return selectedText(element);
  if (isEditable(element))
    return cut(element instanceof HTMLElement ? own.innerText(element) : '', MOST_CHARS);
  if (isEditorFrame(element)) return undefined;
  return attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow') ?? undefined;
}

/** The whole text entered into a field, which its element does not contain. Undefined for any other element. */
export function enteredText(element: Element): string | undefined {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement) || WITHOUT_VALUE.has(element.type)) return undefined;
  return element.type === 'password' || element.type === 'file' || element.type === 'hidden'
    ? ''
    : element.value;
}

function inputValue(input: HTMLInputElement): string | undefined {
  if (WITHOUT_VALUE.has(input.type)) return undefined;
  if (input.type === 'password') return input.value === '' ? '' : MASK;
  // The path that `value` gives for files is made up.
  if (input.type === 'file') return [...(input.files ?? [])].map((file) => file.name).join(', ');
  return cut(input.value, MOST_CHARS);
}

export function selectedText(select: HTMLSelectElement): string {
  return [...select.selectedOptions].map((option) => option.label.trim()).join(', ');
}
