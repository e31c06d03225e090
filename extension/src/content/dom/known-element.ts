import { tagOf } from './element-facts.ts';
import { knownInRead } from './known-in-read.ts';
import * as own from './own-properties.ts';

/** The facts that a read needs of almost every element: asked of Chrome once, and passed from rule to rule. */
export interface KnownElement {
  readonly element: Element;
  readonly tag: string;
  /** It has no attributes. */
  readonly isPlain: boolean;
  /** As most: it has no attribute such as `role`, `aria-…` or `tabindex`, and need not be asked for them. */
  readonly isQuiet: boolean;
  /** Nothing in it tells a style sheet this one from its likes. */
  readonly isUnstyled: boolean;
  /** It has a box, and `visibility` lets it be seen. A third of what a computed style costs. */
  readonly isVisible: boolean;
  /** Found out when they are asked for. */
  role: string | undefined;
  name: string | undefined;
  /** Its name would have taken too much work, and with it perhaps its role. */
  isCut: boolean;
}

/** Attributes that say nothing of what an element is, what it is called, what state it is in or whether it counts. */
const QUIET = new Set('alt for height href name placeholder rel src target type value width'.split(' '));
/** As quiet, but style sheets go by them. */
const STYLED = new Set(['class', 'id', 'style']);
const OPTIONS = { visibilityProperty: true };

export const known = knownInRead((element): KnownElement => {
  const tag = tagOf(element);
  const isVisible = own.checkVisibility(element, OPTIONS);
  const isPlain = !own.hasAttributes(element);
  let [isQuiet, isUnstyled] = [true, true];
  for (const name of isPlain ? [] : own.getAttributeNames(element)) {
    if (QUIET.has(name)) continue;
    isUnstyled = false;
    isQuiet &&= STYLED.has(name) || name.startsWith('data-');
  }
  const unasked = { role: undefined, name: undefined, isCut: false };
  return { element, tag, isPlain, isQuiet, isUnstyled, isVisible, ...unasked };
});
