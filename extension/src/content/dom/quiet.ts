import { knownInRead } from './known-in-read.ts';

/** Attributes that say nothing of what an element is, what it is called, what state it is in or whether it counts. */
const QUIET = new Set('alt for height href name placeholder rel src target type value width'.split(' '));
/** As quiet, but style sheets go by them. */
const STYLED = new Set(['class', 'id', 'style']);

// From the prototype: a form answers with its own field of that name, if it has one.
const { getAttributeNames } = Element.prototype;

/** Whether it has no other attributes, as most elements: none of `role`, `aria-…`, `tabindex` has to be asked for. */
export const isQuiet = knownInRead((element): boolean =>
  getAttributeNames
    .call(element)
    .every((name) => QUIET.has(name) || STYLED.has(name) || name.startsWith('data-')),
);

/** Whether nothing in it tells a style sheet this one from its likes. */
export function isUnstyled(element: Element): boolean {
  return getAttributeNames.call(element).every((name) => QUIET.has(name));
}
