import {
  beginAriaCaches,
  endAriaCaches,
  getAriaChecked,
  getAriaCheckedRoles,
  getAriaDisabled,
  getAriaExpanded,
  getAriaLevel,
  getAriaPressed,
  getAriaRole,
  getAriaSelected,
  getElementAccessibleDescription,
  getElementAccessibleName,
} from 'ivya/utils';

/**
 * Names, roles and states by the W3C's rules: the one door to the library that knows them (ivya, the
 * algorithms that Playwright uses, packaged). Nothing else in the extension imports it.
 */

/** Runs a read with the library's caches on; they last as long as the read, since the page changes after it. */
export function withAccessibility<T>(read: () => T): T {
  beginAriaCaches();
  try {
    return read();
  } finally {
    endAriaCaches();
  }
}

/** The role, or '' for an element that has none (also `none` and `presentation`). */
export function roleOf(element: Element): string {
  const role = getAriaRole(element) ?? '';
  return role === 'none' || role === 'presentation' || role === 'generic' ? '' : role;
}

/** The accessible name on one line. An element that is hidden from assistive technology has none. */
export function nameOf(element: Element): string {
  return oneLine(getElementAccessibleName(element, false));
}

export function descriptionOf(element: Element): string {
  return oneLine(getElementAccessibleDescription(element, false));
}

export function isDisabled(element: Element): boolean {
  return getAriaDisabled(element);
}

/** Undefined for what cannot be checked. */
export function checkedOf(element: Element, role: string): boolean | 'mixed' | undefined {
  return CHECKED_ROLES.has(role) ? getAriaChecked(element) : undefined;
}

export function pressedOf(element: Element): boolean | 'mixed' {
  return getAriaPressed(element);
}

export function isSelected(element: Element): boolean {
  return getAriaSelected(element);
}

/** Undefined for what cannot be expanded. */
export function expandedOf(element: Element): boolean | undefined {
  const expanded = getAriaExpanded(element);
  return expanded === 'none' ? undefined : expanded;
}

/** Of headings, tree items, rows and the like; 0 for the rest. */
export function levelOf(element: Element): number {
  return getAriaLevel(element);
}

const CHECKED_ROLES = new Set(getAriaCheckedRoles());

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
