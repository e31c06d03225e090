import {
  beginAriaCaches,
  endAriaCaches,
  getAriaChecked,
  getAriaCheckedRoles,
  getAriaDisabled,
  getAriaExpanded,
  getAriaLevel,
  getAriaPressed,
  getAriaSelected,
  getElementAccessibleDescription,
} from 'ivya/utils';
import { attributeOf, tagOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import { heldFromAbove, withMemory } from '../dom/known-in-read.ts';
import * as own from '../dom/own-properties.ts';
import { accessibleName, oneLine } from './accessible-name.ts';
import { accessibleRole } from './accessible-role.ts';
import { showsState } from './component-role.ts';
import { iconName } from './icon-name.ts';
import { withoutIcons } from './private-use.ts';
import { withQuickLabels } from './quick-labels.ts';

/**
 * Names, roles and states by the W3C's rules. Only this module calls the library that implements them (ivya, a package
 * of the algorithms that Playwright uses). Where a fix is short, accessible-role.ts and accessible-name.ts correct the
 * library's mistakes. conformance/ tests the whole against the W3C's text.
 */

/** Runs a read with all caches on. They last only as long as the read, since the page changes after it. */
export function withAccessibility<T>(read: () => T): T {
  beginAriaCaches();
  try {
    return withMemory(() => withQuickLabels(read));
  } finally {
    endAriaCaches();
  }
}

/** The role, or '' for an element without one (including `none`, `presentation` and `generic`). */
export function roleOf(element: Element): string {
  return knownRole(known(element));
}

export function knownRole(it: KnownElement): string {
  if (it.role === undefined) {
    try {
      it.role = accessibleRole(it);
    } catch {
      it.role = '';
    }
  }
  return it.role;
}

/** The accessible name on one line. An element that is hidden from assistive technology has none. */
export function nameOf(element: Element): string {
  return knownName(known(element), true);
}

export function knownName(it: KnownElement, mayBeHidden: boolean): string {
  if (it.name === undefined) {
    try {
      it.name = nameInWords(it, accessibleName(it, mayBeHidden));
    } catch {
      it.name = '';
    }
  }
  return it.name;
}

/** Controls that often show only an icon. */
const DRAWN_ROLES = new Set(
  'button link menuitem menuitemcheckbox menuitemradio option radio switch tab'.split(' '),
);

/** An icon is a character without words, so the element's other descriptions count. */
function nameInWords(it: KnownElement, name: string): string {
  const words = withoutIcons(name);
  if (words === name && name !== '') return name;
  const isDrawn =
    words !== name || (DRAWN_ROLES.has(knownRole(it)) && it.isVisible && !isUnderHidden(it.element));
  return oneLine(words) || (isDrawn ? iconName(it.element) : '');
}

const isUnderHidden = heldFromAbove((element) => attributeOf(element, 'aria-hidden') === 'true');

export function descriptionOf(element: Element): string {
  const described = unlessBroken(() => oneLine(getElementAccessibleDescription(element, false)), '');
  const title = oneLine(attributeOf(element, 'title') ?? '');
  const description = described || oneLine(attributeOf(element, 'aria-description') ?? '') || title;
  return description === title && title === nameOf(element) ? '' : description;
}

/**
 * The library computes the role of every ancestor. Usually neither the ancestors nor the element have anything that
 * matters for it.
 */
export function isDisabled(element: Element, maySayIt = isUnderDisabled(element)): boolean {
  const tag = tagOf(element);
  if (tag.includes('-') && own.matches(element, ':disabled, [disabled]')) return true;
  if (!maySayIt && !(NATIVELY_DISABLED.has(tag) && own.matches(element, MAY_BE_DISABLED))) return false;
  return unlessBroken(() => getAriaDisabled(element), false);
}

const isUnderDisabled = heldFromAbove((element) => attributeOf(element, 'aria-disabled') !== null);

const NATIVELY_DISABLED = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup']);
const MAY_BE_DISABLED = '[disabled], fieldset[disabled] *';

/** Undefined for an element that cannot be checked. */
export function checkedOf(element: Element, role: string): boolean | 'mixed' | undefined {
  if (!CHECKED_ROLES.has(role)) return undefined;
  if (isComponent(element)) return unlessBroken(() => showsState(element, ['checked']), false) || undefined;
  return unlessBroken(() => getAriaChecked(element), false);
}

export function pressedOf(element: Element): boolean | 'mixed' {
  if (attributeOf(element, 'aria-pressed') === null) return false;
  return unlessBroken(() => getAriaPressed(element), false);
}

export function isSelected(element: Element): boolean {
  if (isComponent(element)) return unlessBroken(() => showsState(element, ['selected', 'active']), false);
  return unlessBroken(() => getAriaSelected(element), false);
}

/** Whether its tag decides its role, and its appearance its states. */
function isComponent(element: Element): boolean {
  return tagOf(element).includes('-') && attributeOf(element, 'role') === null;
}

/** Undefined for an element that cannot be expanded. */
export function expandedOf(element: Element): boolean | undefined {
  if (attributeOf(element, 'aria-expanded') === null && tagOf(element) !== 'details') return undefined;
  const expanded = unlessBroken(() => getAriaExpanded(element), 'none');
  return expanded === 'none' ? undefined : expanded;
}

/** For headings, tree items, rows and the like. 0 for the rest. */
export function levelOf(element: Element): number {
  return HEADING_LEVELS.get(tagOf(element)) ?? unlessBroken(() => getAriaLevel(element), 0);
}

const HEADING_LEVELS = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));
const CHECKED_ROLES = new Set(getAriaCheckedRoles());

/** The library reads properties of forms that a field of the form can replace, and then throws. */
function unlessBroken<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
