import { attributeOf, tagOf } from '../dom/element-facts.ts';
import type { KnownElement } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';

/** Roles of controls. Containers of controls are not among them. */
const OPERATED_ROLES = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'scrollbar',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

const FIELD_ROLES = new Set([
  'checkbox',
  'combobox',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);

/** Editors that take their text through a hidden textarea. The visible, named part is the box around it. */
const EDITOR_FRAMES = '.CodeMirror, .monaco-editor';

/** Whether a person would operate it: click it, type into it, choose from it. */
export function isActionable({ element, tag, isQuiet }: KnownElement, role: string): boolean {
  if (tag === 'option' || tag === 'optgroup') return false;
  if (OPERATED_ROLES.has(role) || OPERATED_TAGS.has(tag)) return true;
  if (tag === 'input' && element instanceof HTMLInputElement) return element.type !== 'hidden';
  if ((!isQuiet && isEditable(element)) || isEditorFrame(element, tag)) return true;
  if (tag === 'a' || tag === 'area') return attributeOf(element, 'href') !== null || hasTabIndex(element);
  if (isQuiet) return false;
  if (hasTabIndex(element) || attributeOf(element, 'onclick') !== null) return true;
  if (attributeOf(element, 'draggable') === 'true' || (role === '' && opensSomething(element))) return true;
  return role === 'columnheader' ? isSortedByClick(element) : isNamedTarget(element);
}

const INNER_CONTROL = 'a[href], button, [tabindex], [role=button]';

/** A table header that says how it sorts and contains no button for it. */
function isSortedByClick(header: Element): boolean {
  return attributeOf(header, 'aria-sort') !== null && own.querySelector(header, INNER_CONTROL) === null;
}

/** Days of calendars, and other elements that the arrow keys reach: they have a name, and a hand as the pointer. */
function isNamedTarget(element: Element): boolean {
  return (
    attributeOf(element, 'tabindex') !== null &&
    attributeOf(element, 'aria-label') !== null &&
    getComputedStyle(element).cursor === 'pointer'
  );
}

/** The page says so of an element without a role: it listens to its clicks. */
function opensSomething(element: Element): boolean {
  return attributeOf(element, 'aria-expanded') !== null || attributeOf(element, 'aria-haspopup') !== null;
}

/** Whether it holds a value that a person enters. */
export function isField({ element, tag, isQuiet }: KnownElement, role: string): boolean {
  if (tag === 'input' && element instanceof HTMLInputElement) return !WITHOUT_ENTRY.has(element.type);
  if (tag === 'button' || tag === 'option') return false;
  if (tag === 'textarea' || tag === 'select' || FIELD_ROLES.has(role)) return true;
  return (!isQuiet && isEditable(element)) || isEditorFrame(element, tag);
}

const OPERATED_TAGS = new Set(['textarea', 'select', 'button', 'summary']);
const WITHOUT_ENTRY = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

/** Any other value means the same as on the parent. */
const EDITABLE = new Set(['', 'true', 'plaintext-only']);

/** The root of an editable region, not the elements inside it. */
export function isEditable(element: Element): boolean {
  const value = attributeOf(element, 'contenteditable');
  return value !== null && EDITABLE.has(value.toLowerCase());
}

export function isEditorFrame(element: Element, tag = tagOf(element)): boolean {
  return tag === 'div' && own.matches(element, EDITOR_FRAMES);
}

function hasTabIndex(element: Element): boolean {
  const value = attributeOf(element, 'tabindex');
  return value !== null && Number.parseInt(value, 10) >= 0;
}
