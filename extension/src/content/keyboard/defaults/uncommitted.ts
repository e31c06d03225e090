import * as own from '../../dom/own-properties.ts';

/** Fields that bproxy has edited since they last reported a change. */
const edited = new WeakSet<Element>();

/** Chrome reports the change of an edited field by itself when the focus leaves it. */
export function noteEdit(field: Element): void {
  if (edited.has(field)) return;
  edited.add(field);
  own.addEventListener(field, 'change', () => edited.delete(field), { once: true });
}

/**
 * Reports the change of an edited field, as Chrome does before Enter sends a form. Chrome does not learn of it and would
 * report the same change again when the focus leaves the field. That second report is kept from the page.
 */
export function commit(field: HTMLInputElement): void {
  if (!edited.has(field)) return;
  const { value } = field;
  own.dispatchEvent(field, new Event('change', { bubbles: true }));
  const stop = (event: Event) => {
    if (event.composedPath()[0] !== field) return;
    own.removeEventListener(window, 'change', stop, true);
    if (event.isTrusted && field.value === value) event.stopImmediatePropagation();
  };
  own.addEventListener(window, 'change', stop, true);
}
