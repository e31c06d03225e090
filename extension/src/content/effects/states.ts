import { attributeOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';

/** States that ARIA gives a name, each in its attribute. */
const ARIA_STATES = ['checked', 'selected', 'pressed', 'expanded', 'disabled'] as const;
const WITH_STATE = `input, option, summary, details, ${ARIA_STATES.map((name) => `[aria-${name}]`).join()}`;

/** The states of the control that an act on this element is about: the element, its label's field, or what it is in. */
export function statesOf(element: Element | null): Map<string, boolean> {
  const states = new Map<string, boolean>();
  const control = element && controlOf(element);
  if (!control) return states;
  for (const name of ARIA_STATES) {
    const value = attributeOf(control, `aria-${name}`);
    if (value !== null) states.set(name, value === 'true');
    if (value === 'mixed') states.set('mixed', true);
  }
  if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)) {
    states.set('checked', control.checked);
    states.set('mixed', control.indeterminate);
  }
  if (control instanceof HTMLOptionElement) states.set('selected', control.selected);
  const details = own.closest(control, 'summary') ? own.closest(control, 'details') : control;
  if (details instanceof HTMLDetailsElement) states.set('expanded', details.open);
  if (own.matches(control, ':disabled')) states.set('disabled', true);
  return states;
}

function controlOf(element: Element): Element | null {
  const label = own.closest(element, 'label');
  if (label instanceof HTMLLabelElement && label.control) return label.control;
  return own.closest(element, WITH_STATE) ?? element;
}

/** What the element is now and was not before. */
export function became(before: Map<string, boolean>, after: Map<string, boolean>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name) ?? false, after.get(name) ?? false];
    return was === is ? [] : [is ? name : `not ${name}`];
  });
}
