import { attributeOf, parentOf, tagOf } from './element-facts.ts';

/** Elements that have no role of their own, and such whose tag alone decides it. */
const BY_TAG = new Map([
  ...'div span b i u small label br body font center slot'.split(' ').map((tag) => [tag, ''] as const),
  ...'h1 h2 h3 h4 h5 h6'.split(' ').map((tag) => [tag, 'heading'] as const),
  ['article', 'article'],
  ['button', 'button'],
  ['em', 'emphasis'],
  ['main', 'main'],
  ['nav', 'navigation'],
  ['ol', 'list'],
  ['p', 'paragraph'],
  ['strong', 'strong'],
  ['table', 'table'],
  ['ul', 'list'],
]);

/** Those that have a role only as part of a table or a list that has one. */
const BY_PARENT = new Map([
  ['li', { role: 'listitem', parents: ['ul', 'ol'] }],
  ['tbody', { role: 'rowgroup', parents: ['table'] }],
  ['td', { role: 'cell', parents: ['tr'] }],
  ['tr', { role: 'row', parents: ['tbody', 'table'] }],
]);

/**
 * The role of an element without the attribute `role`, if it is one of the most frequent and nothing around it
 * could change it. The library's rules say the same, at ten times the cost.
 */
export function plainRole(element: Element, tag: string): string | undefined {
  return BY_TAG.get(tag) ?? roleByParent(element, tag);
}

function roleByParent(element: Element, tag: string): string | undefined {
  const part = BY_PARENT.get(tag);
  if (!part) return undefined;
  let at = { element, parents: part.parents };
  for (;;) {
    const parent = parentOf(at.element);
    if (!parent || !at.parents.includes(tagOf(parent)) || attributeOf(parent, 'role') !== null)
      return undefined;
    const above = BY_PARENT.get(tagOf(parent));
    if (!above) return part.role;
    at = { element: parent, parents: above.parents };
  }
}
