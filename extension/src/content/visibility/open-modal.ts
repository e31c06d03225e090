import type { ModalInfo } from '@bproxy/shared';
import { attributeOf, isMatch, parentOrHost } from '../dom/element-facts.ts';
import { focusedElement } from '../dom/focused-element.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { identify } from '../targets/element-names.ts';
import { isWithin } from './element-at-point.ts';
import { isDrawn } from './shown.ts';

const MODALS = 'dialog:modal, [aria-modal="true"]';
const DIALOGS = `${MODALS}, dialog[open], [role="dialog"], [role="alertdialog"]`;
const CONTROLS = 'a[href], button, input, select, textarea';
const NOTE =
  'This modal dialog is open. Use or close it first: the rest of the page may be missing from reads, and may not react, until it is closed.';

/** The modal dialog in front of the part to read, if there is one. */
export function modalBefore(root: Element): { modal?: ModalInfo } {
  const modal = openModal();
  const identified = modal && !isWithin(root, modal) ? identify(modal) : undefined;
  return identified ? { modal: { ...identified, note: NOTE } } : {};
}

/** Chrome makes the rest of the page inert, without any mark in it. */
export function isBehindNativeModal(element: Element): boolean {
  const modal = openModal();
  return modal !== undefined && isMatch(modal, 'dialog:modal') && !isWithin(element, modal);
}

/** Modal dialogs take the focus. So the focus leads to dialogs in shadow trees, and to the first of several. */
function openModal(): Element | undefined {
  const inPage = [...own.querySelectorAll(document, DIALOGS)];
  return [...aroundFocus(), ...inPage.reverse()].find(
    (dialog) => isOpen(dialog) && (isMatch(dialog, MODALS) || isSetApart(dialog)),
  );
}

function* aroundFocus(): Generator<Element> {
  for (let at = focusedElement(); at; at = parentOrHost(at)) if (isMatch(at, DIALOGS)) yield at;
}

/** A closed dialog may stay in the page, transparent or disabled. */
function isOpen(dialog: Element): boolean {
  if (!isDrawn(dialog)) return false;
  for (let at: Element | null = dialog; at; at = parentOrHost(at)) if (isOff(at)) return false;
  return true;
}

/** Many pages do not mark a dialog as modal, but disable everything beside it. */
function isSetApart(dialog: Element): boolean {
  for (let at: Element | null = dialog; at; at = parentOrHost(at)) {
    const parent = own.parentElement(at);
    const siblings = parent
      ? [...own.querySelectorAll(parent, ':scope > :is([inert], [aria-hidden="true"])')]
      : [];
    if (siblings.some(hidesControls)) return true;
  }
  return false;
}

function hidesControls(element: Element): boolean {
  return isOff(element) && known(element).isVisible && own.querySelector(element, CONTROLS) !== null;
}

function isOff(element: Element): boolean {
  return attributeOf(element, 'inert') !== null || attributeOf(element, 'aria-hidden') === 'true';
}
