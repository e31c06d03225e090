import { focusedElement } from '../dom/focused-element.ts';
import * as own from '../dom/own-properties.ts';

/**
 * Focuses a field as a person's click would. While the user works in another window, Chrome moves the focus but fires
 * no events. In that case this function fires them, also for the field that lost the focus.
 */
export function focusField(element: HTMLElement): void {
  const before = focusedElement();
  if (before === element) return;
  let told = false;
  const listen = () => {
    told = true;
  };
  own.addEventListener(element, 'focus', listen, { capture: true, once: true });
  own.focus(element, { preventScroll: true });
  own.removeEventListener(element, 'focus', listen, { capture: true });
  if (told || focusedElement() !== element) return;
  if (before) tell(before, 'blur', 'focusout', element);
  tell(element, 'focus', 'focusin', before);
}

function tell(element: Element, type: string, bubbling: string, other: Element | null): void {
  const init = { composed: true, view: window, relatedTarget: other };
  own.dispatchEvent(element, new FocusEvent(type, init));
  own.dispatchEvent(element, new FocusEvent(bubbling, { ...init, bubbles: true }));
}
