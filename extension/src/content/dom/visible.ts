import { knownInRead } from './known-in-read.ts';

// From the prototype: a form answers with its own field of that name, if it has one.
const { checkVisibility } = Element.prototype;
const OPTIONS = { visibilityProperty: true };

/** Whether the element has a box, and `visibility` lets it be seen. A third of what a computed style costs. */
export const isVisible = knownInRead((element) => checkVisibility.call(element, OPTIONS));
