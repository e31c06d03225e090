import { ProtocolError } from '@bproxy/shared';
import { shadowOf, tagOf } from '../dom/element-facts.ts';
import { focusedElement } from '../dom/focused-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { isKeyField } from '../editing/known-editor.ts';
import { refuseUnusable } from '../gestures/actionability.ts';
import { isEditorFrame } from '../gestures/actionable.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { placeInField } from '../mouse/point-in-text.ts';
import { identify } from '../targets/element-names.ts';
import { focusField } from '../writing/field-focus.ts';
import { isFocusable } from './focus-order.ts';

/** What gets the keys that are meant for this element: itself, its label's field, or the field inside a component. */
export function keyReceiver(element: Element): HTMLElement {
  refuseUnusable(element);
  const found = receiverIn(element);
  if (found) return found;
  const around = focusableAround(element);
  throw new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: 'The element cannot have the keyboard focus.',
    suggestedAction: around
      ? 'Use the element in details.focusable, which is around it.'
      : 'Use a field, a button or another control.',
    details: { reason: 'not-focusable', ...(around ? { focusable: identify(around) } : {}) },
  });
}

function receiverIn(element: Element): HTMLElement | undefined {
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  if (isFocusable(element) && !shadowOf(element)?.delegatesFocus) return element;
  const isComponent = tagOf(element).includes('-') || isEditorFrame(element);
  // The field of an editor is often too small to be seen.
  const mayTakeKeys = (each: Element): each is HTMLElement =>
    isFocusable(each) || (each instanceof HTMLTextAreaElement && !each.disabled);
  return isComponent ? [...renderedElements(element)].find(mayTakeKeys) : undefined;
}

function focusableAround(element: Element): Element | undefined {
  for (let at = renderedParent(element); at; at = renderedParent(at)) if (isFocusable(at)) return at;
  return undefined;
}

/** Whether it has the focus now. A page may move it on at once. The caret is at the end of what the element holds. */
export function giveFocus(element: HTMLElement): boolean {
  own.scrollIntoView(element, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const hadFocus = focusedElement() === element;
  focusField(element);
  if (focusedElement() !== element) return false;
  // What the field of an editor holds is only a part of its text, and its caret is the editor's own.
  if (!hadFocus && !isKeyField(element)) caretToEnd(element);
  return true;
}

/** For the keys that follow: editors learn of the caret from an event that comes with the next tick. */
export async function giveFocusForKeys(element: HTMLElement): Promise<void> {
  if (giveFocus(element) && own.isContentEditable(element)) await nextTicks(2);
}

/** Chrome puts it at the start when a script gives the focus. Only a caret that somebody has placed stays. */
function caretToEnd(element: HTMLElement): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    placeInField(element);
    return;
  }
  const selection = own.getSelection(document);
  if (!selection || !own.isContentEditable(element)) return;
  const isPlaced = selection.rangeCount > 0 && String(selection) !== '';
  if (isPlaced && own.contains(element, selection.anchorNode ?? element)) return;
  selection.selectAllChildren(element);
  selection.collapseToEnd();
}
