import { checkedOf, expandedOf, isDisabled, isSelected, levelOf, pressedOf } from './accessible.ts';
import { attributeOf, tagOf } from './element-facts.ts';

const LONGEST_URL = 40;
const SELECTABLE = new Set(['option', 'tab', 'row', 'gridcell', 'treeitem']);
const LEVELLED = new Set(['heading', 'treeitem']);

/** The states of a node that are worth a word. */
export function flagsOf(element: Element, role: string): string[] {
  const flags: string[] = [];
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
  const expanded = isSummary(element) ? isOpen(element) : expandedOf(element);
  add('expanded', expanded === true);
  add('collapsed', expanded === false);
  add('selected', SELECTABLE.has(role) && isSelected(element));
  add('disabled', isDisabled(element));
  add('required', element.matches(':required') || attributeOf(element, 'aria-required') === 'true');
  add('readonly', isTextual(role) && element.matches('input:read-only, textarea:read-only'));
  add('invalid', isMarkedInvalid(element));
  add('modal', element.matches(':modal') || attributeOf(element, 'aria-modal') === 'true');
  add('focused', element === document.activeElement && role !== '' && element.getRootNode() === document);
  add('busy', attributeOf(element, 'aria-busy') === 'true');
  const current = attributeOf(element, 'aria-current');
  add('current', current !== null && current !== 'false' && current !== '');
  return flags;
}

/** Where a link leads, if that is short: relative to this site, and nothing for what only runs a script. */
export function shortUrl(element: Element, origin: string): string | undefined {
  if (!(element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)) return undefined;
  const { href } = element;
  if (href === '' || href.startsWith('javascript:')) return undefined;
  const url = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
  return url.length <= LONGEST_URL ? url : undefined;
}

function isTextual(role: string): boolean {
  return role === 'textbox' || role === 'searchbox' || role === 'spinbutton';
}

/** `:invalid` holds for every empty required field before the user has done anything. */
function isMarkedInvalid(element: Element): boolean {
  const marked = attributeOf(element, 'aria-invalid');
  return (marked !== null && marked !== 'false' && marked !== '') || element.matches(':user-invalid');
}

export function isSummary(element: Element): boolean {
  return tagOf(element) === 'summary' && element.parentElement instanceof HTMLDetailsElement;
}

function isOpen(summary: Element): boolean {
  return summary.parentElement instanceof HTMLDetailsElement && summary.parentElement.open;
}
