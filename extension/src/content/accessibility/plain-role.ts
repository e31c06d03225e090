import { attributeOf, parentOf, tagOf } from '../dom/element-facts.ts';
import type { KnownElement } from '../dom/known-element.ts';
import { knownInRead } from '../dom/known-in-read.ts';

/** Elements without a role of their own, and elements whose tag alone decides it. */
const BY_TAG = new Map([
  ...'div span b i u small label br body font center slot'.split(' ').map((tag) => [tag, ''] as const),
  ...'h1 h2 h3 h4 h5 h6'.split(' ').map((tag) => [tag, 'heading'] as const),
  ['article', 'article'],
  ['button', 'button'],
  ['em', 'emphasis'],
  ['main', 'main'],
  ['nav', 'navigation'],
  ['ol', 'list'],
  ['output', 'status'],
  ['p', 'paragraph'],
  ['strong', 'strong'],
  ['table', 'table'],
  ['ul', 'list'],
]);

/** Inputs whose role does not depend on other attributes. For most, only a list of suggestions changes it. */
const BY_TYPE = new Map([
  ['button', 'button'],
  ['checkbox', 'checkbox'],
  ['email', 'textbox'],
  ['number', 'spinbutton'],
  ['radio', 'radio'],
  ['range', 'slider'],
  ['search', 'searchbox'],
  ['submit', 'button'],
  ['tel', 'textbox'],
  ['text', 'textbox'],
  ['url', 'textbox'],
]);

/** Elements that have a role only as part of a table or a list that has one. */
const BY_PARENT = new Map([
  ['li', { role: 'listitem', parents: ['ul', 'ol'] }],
  ['tbody', { role: 'rowgroup', parents: ['table'] }],
  ['td', { role: 'cell', parents: ['tr'] }],
  ['tr', { role: 'row', parents: ['tbody', 'table'] }],
]);

/**
 * The role of an element without the attribute `role`, if it is one of the most frequent and nothing around it could
 * change it. The library gives the same role at ten times the cost.
 */
export function plainRole({ element, tag }: KnownElement): string | undefined {
  if (tag === 'a') return attributeOf(element, 'href') === null ? undefined : 'link';
  if (tag === 'input' && element instanceof HTMLInputElement)
    return attributeOf(element, 'list') === null ? BY_TYPE.get(element.type) : undefined;
  // A custom element has no role by itself.
  return BY_TAG.get(tag) ?? (tag.includes('-') ? '' : roleByParent(element, tag));
}

function roleByParent(element: Element, tag: string): string | undefined {
  const part = BY_PARENT.get(tag);
  const parent = part && parentOf(element);
  return parent && part.parents.includes(tagOf(parent)) && isPlainWhole(parent) ? part.role : undefined;
}

/** Whether the container has its own role: for a table up to its top, for a list by itself. */
const isPlainWhole = knownInRead((element): boolean => {
  if (attributeOf(element, 'role') !== null) return false;
  const part = BY_PARENT.get(tagOf(element));
  if (!part) return true;
  const parent = parentOf(element);
  return parent !== null && part.parents.includes(tagOf(parent)) && isPlainWhole(parent);
});
