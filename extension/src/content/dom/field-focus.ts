/**
 * Focuses a field as a person's click would. While the user works in another window Chrome moves the focus
 * but tells no page: then the page is told here, and of the field that was left too.
 */
export function focusField(element: HTMLElement): void {
  const before = focused();
  if (before === element) return;
  let told = false;
  const listen = () => {
    told = true;
  };
  element.addEventListener('focus', listen, { capture: true, once: true });
  element.focus({ preventScroll: true });
  element.removeEventListener('focus', listen, { capture: true });
  if (told || focused() !== element) return;
  if (before && before !== document.body) tell(before, 'blur', 'focusout', element);
  tell(element, 'focus', 'focusin', before);
}

function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

function tell(element: Element, type: string, bubbling: string, other: Element | null): void {
  const init = { composed: true, view: window, relatedTarget: other === document.body ? null : other };
  element.dispatchEvent(new FocusEvent(type, init));
  element.dispatchEvent(new FocusEvent(bubbling, { ...init, bubbles: true }));
}
