import { shadowOf } from './element-facts.ts';
import * as own from './own-properties.ts';

/** The element with the focus, inside open shadow roots too. The body counts as none. */
export function focusedElement(): Element | null {
  let active = own.activeElement(document);
  for (let shadow = active && shadowOf(active); shadow; shadow = active && shadowOf(active)) {
    const inner = own.activeElement(shadow);
    if (!inner) break;
    active = inner;
  }
  return active === own.body(document) ? null : active;
}
