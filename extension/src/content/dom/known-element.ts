import { tagOf } from './element-facts.ts';
import { knownInRead } from './known-in-read.ts';
import * as own from './own-properties.ts';

/**
 * The facts that a read needs about almost every element. They are read from Chrome once and passed from rule to rule.
 */
export interface KnownElement {
  readonly element: Element;
  readonly tag: string;
  /** It has no attributes. */
  readonly isPlain: boolean;
  /** True for most elements: it has no attribute such as `role`, `aria-…` or `tabindex`, so those need no lookup. */
  readonly isQuiet: boolean;
  /** Nothing in it lets a style sheet distinguish it from similar elements. */
  readonly isUnstyled: boolean;
  /** It has a box, and `visibility` does not hide it. This costs a third of a computed style. */
  readonly isVisible: boolean;
  /** Computed on first use. */
  role: string | undefined;
  name: string | undefined;
  /** Its name would have taken too much work, and perhaps its role as well. */
  isCut: boolean;
}

/** Attributes that do not affect an element's kind, name, state or relevance. */
const QUIET = new Set('alt for height href name placeholder rel src target type value width'.split(' '));
/** Also without such an effect, but style sheets may select by them. */
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
