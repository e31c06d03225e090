import { getAriaRole, getElementAccessibleName } from 'ivya/utils';
import { attributeOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { componentRole } from './component-role.ts';
import { isTooMuchToName } from './name-work.ts';
import { isWithoutNaming } from './plain-name.ts';
import { plainRole } from './plain-role.ts';

/** The role by the W3C's rules, or '' for `none`, `presentation`, `generic` and elements without a role. */
export function accessibleRole(it: KnownElement): string {
  const role = (it.isQuiet ? undefined : (explicitRole(it) ?? componentRole(it))) ?? implicitRole(it);
  return WITHOUT_MEANING.has(role) ? '' : role;
}

const WITHOUT_MEANING = new Set(['none', 'presentation', 'generic']);

/** The roles of ARIA 1.2 and of the draft of 1.3, without the abstract ones. */
const ARIA_ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
  combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure
  form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee
  math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph
  presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox
  sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch
  tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem`.split(/\s+/),
);

/** Roles for publications and graphics, from the ARIA modules for them. */
const MODULE_ROLE = /^(?:doc|graphics)-[a-z]+$/;

/** Landmarks only if they have a name. Without one, the next token or the element decides. */
const NEED_A_NAME = new Set(['form', 'region']);

/** Elements to which the library gives no role. */
const MISSING_ROLES = new Map([
  ['address', 'group'],
  ['hgroup', 'group'],
  ['s', 'deletion'],
  ['search', 'search'],
]);

const ROLE_IF_NAMED = new Map([
  ['section', 'region'],
  ['form', 'form'],
]);

/** The first valid token. The library handles neither capitals nor all white space nor all roles. */
function explicitRole(it: KnownElement): string | undefined {
  const { element } = it;
  const attribute = attributeOf(element, 'role');
  if (!attribute) return undefined;
  const tokens = attribute
    .toLowerCase()
    .split(/[ \t\n\f\r]+/)
    .filter((token) => ARIA_ROLES.has(token) || MODULE_ROLE.test(token));
  const role = tokens.find((token) => !NEED_A_NAME.has(token) || hasName(it));
  if (role === 'image') return 'img';
  // Focus and some attributes outweigh `none`. The library handles this.
  if (role === 'none' || role === 'presentation')
    return attribute.includes(role) ? (getAriaRole(element) ?? '') : '';
  return role ?? (tokens.length > 0 ? '' : undefined);
}

function implicitRole(it: KnownElement): string {
  const plain = plainRole(it);
  if (plain !== undefined) return plain;
  const { element, tag } = it;
  const named = ROLE_IF_NAMED.get(tag);
  if (named) return isNamedByAttribute(it) ? named : '';
  const role = getAriaRole(element) ?? MISSING_ROLES.get(tag) ?? '';
  switch (tag) {
    case 'aside':
      return isInSection(element) && !isNamedByAttribute(it) ? '' : role;
    case 'li':
      return isListWithoutMeaning(own.parentElement(element)) ? '' : role;
    case 'th':
      return WITHOUT_MEANING.has(role) ? '' : headerCellRole(element);
    case 'a':
      return own.hasAttribute(element, 'xlink:href') ? 'link' : role;
    case 'input':
      return element instanceof HTMLInputElement && role === 'combobox' && !element.list ? 'searchbox' : role;
    default:
      return role;
  }
}

/** HTML also looks down the column. One row is enough for all but odd tables, and takes no time in long ones. */
function headerCellRole(cell: Element): string {
  const scope = own.getAttribute(cell, 'scope')?.toLowerCase() ?? '';
  if (scope.startsWith('col')) return 'columnheader';
  if (scope.startsWith('row')) return 'rowheader';
  const row = own.parentElement(cell);
  return row && own.querySelector(row, ':scope > td') ? 'rowheader' : 'columnheader';
}

function isInSection(element: Element): boolean {
  const parent = own.parentElement(element);
  return parent !== null && own.closest(parent, 'article, aside, nav, section') !== null;
}

/** The library handles this for `ul` and `ol`. */
function isListWithoutMeaning(list: Element | null): boolean {
  return list !== null && own.localName(list) === 'menu' && accessibleRole(known(list)) === '';
}

/** Sections, forms and asides get no name in any other way. */
function isNamedByAttribute(it: KnownElement): boolean {
  return !isWithoutNaming(it) && hasName(it);
}

function hasName(it: KnownElement): boolean {
  return !isTooMuchToName(it, false) && getElementAccessibleName(it.element, true) !== '';
}
