import { focusedElement } from '../dom/focused-element.ts';
import * as own from '../dom/own-properties.ts';

/** The last field that heard of its focus from us. */
let lastTold: Element | null = null;

/**
 * Focuses a field as a person's click would. While the user works in another tab or window, Chrome moves the focus but
 * fires no events. In that case this function fires them, also for the field that lost the focus, and for a field that
 * the page itself had focused before.
 */
export function focusField(element: HTMLElement): void {
  const before = focusedElement();
  if (before === element) {
    if (!own.hasFocus(document) && lastTold !== element) tellFocus(element, null);
    return;
  }
  const isTold = hears(element, 'focus', () => own.focus(element, { preventScroll: true }));
  if (isTold || focusedElement() !== element) return;
  if (before) tell(before, 'blur', 'focusout', element);
  tellFocus(element, before);
}

/** Takes the focus away, as a person's click beside the element would. */
export function blurField(element: HTMLElement): void {
  lastTold = null;
  if (!hears(element, 'blur', () => own.blur(element))) tell(element, 'blur', 'focusout', null);
}

function hears(element: Element, type: 'focus' | 'blur', move: () => void): boolean {
  let isTold = false;
  const listen = () => {
    isTold = true;
  };
  own.addEventListener(element, type, listen, { capture: true, once: true });
  move();
  own.removeEventListener(element, type, listen, { capture: true });
  return isTold;
}

function tellFocus(element: Element, before: Element | null): void {
  lastTold = element;
  tell(element, 'focus', 'focusin', before);
}

function tell(element: Element, type: string, bubbling: string, other: Element | null): void {
  const init = { composed: true, view: window, relatedTarget: other };
  own.dispatchEvent(element, new FocusEvent(type, init));
  own.dispatchEvent(element, new FocusEvent(bubbling, { ...init, bubbles: true }));
}
