import {
  checkedOf,
  expandedOf,
  isDisabled,
  isSelected,
  levelOf,
  pressedOf,
} from '../accessibility/accessible.ts';
import { attributeOf } from '../dom/element-facts.ts';
import type { KnownElement } from '../dom/known-element.ts';
import { onceInRead } from '../dom/known-in-read.ts';
import * as own from '../dom/own-properties.ts';

const LONGEST_URL = 40;
const SELECTABLE = new Set(['option', 'tab', 'row', 'gridcell', 'treeitem']);
const LEVELLED = new Set(['heading', 'treeitem']);

/** The states of a node that are worth reporting. */
export function flagsOf(it: KnownElement, role: string, mayBeDisabled?: boolean): string[] {
  const { element, tag } = it;
  const flags: string[] = [];
  if (hasNoStateOfItsOwn(it, role)) {
    if (mayBeDisabled !== false && isDisabled(element, mayBeDisabled)) flags.push('disabled');
    if (isFocused(element)) flags.push('focused');
    return flags;
  }
  const add = (flag: string, holds: boolean) => {
    if (holds) flags.push(flag);
  };
  const level = LEVELLED.has(role) ? levelOf(element) : 0;
  if (level > 0) flags.push(`level=${level}`);
  const checked = checkedOf(element, role);
  add('checked', checked === true);
  add('mixed', checked === 'mixed');
  const pressed = role === 'button' ? pressedOf(element) : false;
  add('pressed', pressed !== false);
  const expanded = isSummary(it) ? isOpen(element) : expandedOf(element);
  add('expanded', expanded === true);
  add('collapsed', expanded === false);
  add('selected', SELECTABLE.has(role) && isSelected(element));
  const disabled = isDisabled(element, mayBeDisabled);
  add('disabled', disabled);
  add('required', isRequired(element));
  const mayBeReadOnly = isTextual(role) && (disabled || attributeOf(element, 'readonly') !== null);
  add('readonly', mayBeReadOnly && own.matches(element, 'input:read-only, textarea:read-only'));
  add('invalid', isMarkedInvalid(element, tag));
  add('modal', isModal(element, tag));
  add('focused', role !== '' && isFocused(element));
  add('busy', attributeOf(element, 'aria-busy') === 'true');
  const current = attributeOf(element, 'aria-current');
  add('current', current !== null && current !== 'false' && current !== '');
  return flags;
}

/** Elements whose states are all in ARIA attributes. */
const WITHOUT_STATES = new Set('a article li main nav ol section table td tr ul'.split(' '));

function hasNoStateOfItsOwn({ element, tag, isQuiet }: KnownElement, role: string): boolean {
  if (!WITHOUT_STATES.has(tag) || LEVELLED.has(role) || role === '' || fullscreenElement() !== null)
    return false;
  return isQuiet || !own.getAttributeNames(element).some((name) => name.startsWith('aria-'));
}

function isFocused(element: Element): boolean {
  return element === activeElement();
}

const activeElement = onceInRead(() => own.activeElement(document));
const fullscreenElement = onceInRead(() => own.fullscreenElement(document));

/** Chrome builds new strings for both at each call. */
const site = onceInRead(() => {
  const { origin } = location;
  return { origin, isBase: own.baseURI(document).startsWith(`${origin}/`) };
});

/** The target of an anchor, if it is short. It is relative to this site, and left out if it only runs a script. */
export function shortUrl(element: Element): string | undefined {
  if (!(element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)) return undefined;
  const url = urlOnSite(element);
  return url === '' || url.startsWith('javascript:') || url.length > LONGEST_URL ? undefined : url;
}

/** Names between slashes, in characters that a URL never escapes. Chrome leaves such a path unchanged. */
const PLAIN_PATH = /^(?:\/\w[\w.~-]*)+\/?$/;

function urlOnSite(link: HTMLAnchorElement | HTMLAreaElement): string {
  const { origin, isBase } = site();
  const written = attributeOf(link, 'href') ?? '';
  if (isBase && PLAIN_PATH.test(written)) return written;
  const { href } = link;
  return href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
}

function isTextual(role: string): boolean {
  return role === 'textbox' || role === 'searchbox' || role === 'spinbutton';
}

/** Form elements and custom elements. Other elements never have the states of fields. */
function mayBeInForm(tag: string): boolean {
  return IN_FORMS.has(tag) || tag.includes('-');
}

const IN_FORMS = new Set(['input', 'select', 'textarea', 'button', 'fieldset', 'output', 'object']);

function isRequired(element: Element): boolean {
  if (attributeOf(element, 'required') !== null && own.matches(element, ':required')) return true;
  return attributeOf(element, 'aria-required') === 'true';
}

/** `:invalid` matches every empty required field before the user has done anything. */
function isMarkedInvalid(element: Element, tag: string): boolean {
  const marked = attributeOf(element, 'aria-invalid');
  if (marked !== null && marked !== 'false' && marked !== '') return true;
  return mayBeInForm(tag) && own.matches(element, ':user-invalid');
}

/** A dialog, or any element that fills the whole screen. */
function isModal(element: Element, tag: string): boolean {
  if (attributeOf(element, 'aria-modal') === 'true') return true;
  return (tag === 'dialog' || fullscreenElement() !== null) && own.matches(element, ':modal');
}

export function isSummary({ element, tag }: KnownElement): boolean {
  return tag === 'summary' && own.parentElement(element) instanceof HTMLDetailsElement;
}

function isOpen(summary: Element): boolean {
  const details = own.parentElement(summary);
  return details instanceof HTMLDetailsElement && details.open;
}

/** Its text is the name of the control beside it. */
export function labelsShownControl({ element, tag }: KnownElement): boolean {
  return tag === 'label' && element instanceof HTMLLabelElement && element.control !== null;
}
