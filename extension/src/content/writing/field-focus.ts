import * as own from '../dom/own-properties.ts';
/**
 * Focuses a field as a person's click would. While the user works in another window, Chrome moves the focus but fires
 * no events. In that case this function fires them, also for the field that lost the focus.
 */
export function focusField(element: HTMLElement): void {
  const before = focused();
  if (before === element) return;
  let told = false;
  const listen = () => {
    told = true;
  };
  own.addEventListener(element, 'focus', listen, { capture: true, once: true });
  own.focus(element, { preventScroll: true });
  own.removeEventListener(element, 'focus', listen, { capture: true });
  if (told || focused() !== element) return;
  if (before && before !== own.body(document)) tell(before, 'blur', 'focusout', element);
  tell(element, 'focus', 'focusin', before);
}

function focused(): Element | null {
  let active = own.activeElement(document);
  for (let inner = active; inner; ) {
    active = inner;
    const shadow: ShadowRoot | null = own.shadowRoot(active);
    inner = shadow && own.activeElement(shadow);
  }
  return active;
}

function tell(element: Element, type: string, bubbling: string, other: Element | null): void {
  const init = { composed: true, view: window, relatedTarget: other === own.body(document) ? null : other };
  own.dispatchEvent(element, new FocusEvent(type, init));
  own.dispatchEvent(element, new FocusEvent(bubbling, { ...init, bubbles: true }));
}
