import type { KeyDefault } from '@bproxy/shared';
import * as own from '../../dom/own-properties.ts';
import type { Key } from '../key-table.ts';
import { edit, isPlainRegion, isWritable, named, sendBeforeInput } from './editing.ts';
import { commit } from './uncommitted.ts';

/** Input types that are buttons. */
const BUTTONS = new Set('button submit reset image'.split(' '));
/** Fields from which Enter sends a form that has no button, if it has no other of them. */
const ALONE = 'text search tel url email password date month week time datetime-local number';
const ENTERS = new Set(ALONE.split(' '));

/** Enter in text makes a line or a paragraph; elsewhere it clicks, or sends the form. */
export function enter(key: Key, element: Element): KeyDefault {
  if (element instanceof HTMLTextAreaElement) return isWritable(element) ? newLine(element) : 'none';
  if (element instanceof HTMLElement && own.isContentEditable(element)) {
    return key.held.has('Shift') || isPlainRegion(element) ? newLine(element) : newParagraph(element);
  }
  if (isClicked(element) || isAnchor(element)) return click(element);
  if (element instanceof HTMLInputElement) return submitFrom(element);
  return 'none';
}

function newLine(element: Element): KeyDefault {
  return named(edit(element, { command: 'insertLineBreak', inputType: 'insertLineBreak' }), 'insert');
}

function newParagraph(element: Element): KeyDefault {
  return named(edit(element, { command: 'insertParagraph', inputType: 'insertParagraph' }), 'insert');
}

/** What Enter and Space click: buttons and disclosures. */
export function isClicked(element: Element): element is HTMLElement {
  if (element instanceof HTMLInputElement) return BUTTONS.has(element.type);
  if (element instanceof HTMLButtonElement) return true;
  return own.localName(element) === 'summary' && own.matches(element, 'details > summary:first-of-type');
}

/** What Space clicks, when it is released. */
export function isClickedBySpace(element: Element): element is HTMLElement {
  if (!(element instanceof HTMLInputElement)) return isClicked(element);
  if (element.type === 'radio') return !element.checked;
  return element.type === 'checkbox' || isClicked(element);
}

export function isAnchor(element: Element): element is HTMLAnchorElement {
  return own.matches(element, 'a[href], area[href]') && element instanceof HTMLElement;
}

/** A button that sends its form counts as sending it. */
export function click(element: HTMLElement): KeyDefault {
  const isDisabled = own.matches(element, ':disabled');
  own.click(element);
  if (isDisabled) return 'none';
  const sends = /^(?:submit|image)$/;
  const isSubmit =
    (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
    element.form !== null &&
    sends.test(element.type);
  return isSubmit ? 'submit' : 'click';
}

/** What HTML calls implicit submission. Chrome asks before it, as for a line break. */
function submitFrom(field: HTMLInputElement): KeyDefault {
  if (isWritable(field) && !sendBeforeInput(field, { inputType: 'insertLineBreak' })) return 'prevented';
  commit(field);
  const { form } = field;
  if (!form) return 'none';
  const button = defaultButton(form);
  if (button) return own.matches(button, ':disabled') ? 'none' : click(button);
  const fields = own
    .elementsOf(form)
    .filter((each) => each instanceof HTMLInputElement && ENTERS.has(each.type));
  if (fields.length > 1) return 'none';
  own.requestSubmit(form);
  return 'submit';
}

/** It may stand outside of its form. */
export function defaultButton(form: HTMLFormElement): HTMLElement | undefined {
  const root = own.getRootNode(form);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  return [...own.querySelectorAll(root, ':default')]
    .filter((each) => each instanceof HTMLButtonElement || each instanceof HTMLInputElement)
    .find((each) => each.form === form && (each instanceof HTMLButtonElement || BUTTONS.has(each.type)));
}
