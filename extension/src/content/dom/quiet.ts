import { knownInRead } from './known-in-read.ts';

/** Attributes that say nothing of what an element is, what it is called, what state it is in or whether it counts. */
const QUIET = new Set(
  'alt class for height href id name placeholder rel src style target type value width'.split(' '),
);

// From the prototype: a form answers with its own field of that name, if it has one.
const { getAttributeNames } = Element.prototype;

/** Whether it has no other attributes, as most elements: then none of `role`, `aria-…`, `tabindex` and the like has to be asked for. */
export const isQuiet = knownInRead((element): boolean =>
  getAttributeNames.call(element).every((name) => QUIET.has(name) || name.startsWith('data-')),
);
