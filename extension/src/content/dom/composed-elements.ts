import { attributeOf, isWithoutAttributes, tagOf } from './element-facts.ts';
import { isQuiet, isUnstyled } from './quiet.ts';
import { renderedChildren } from './rendered-children.ts';
import { isVisible } from './visible.ts';

/** Parsers nest no deeper than 512 levels; a script could, to make readers fail. */
export const DEEPEST = 700;

/** Nothing of these is ever rendered. */
export const NEVER_SHOWN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'title',
  'meta',
  'link',
]);

/** Whether nothing of it is rendered, nor of what is inside it. A plain element has no attributes. */
export function isSubtreeHidden(
  element: Element,
  isPlain: boolean,
  inside: string | readonly Node[],
): boolean {
  const isSeen = isVisible(element);
  if (!isPlain && !isQuiet(element) && attributeOf(element, 'inert') !== null) return true;
  // What `content-visibility` hides is inside, and nobody hides it without a word in the element: few have to be asked.
  if (isSeen && (isPlain || inside.length === 0 || showsOne(inside) || isUnstyled(element))) return false;
  const style = getComputedStyle(element);
  return (!isSeen && style.display === 'none') || style.contentVisibility === 'hidden';
}

/** The first of them decides it, and is asked the same in its turn. */
function showsOne(inside: string | readonly Node[]): boolean {
  if (typeof inside === 'string') return false;
  const first = inside.find((child) => child instanceof Element);
  return first instanceof Element && isVisible(first);
}

/** Every rendered element below the root, in page order: shadow trees and slots flattened, inert parts left out. */
export function* composedElements(root: Element): Generator<Element> {
  const stack: Element[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    const tag = tagOf(element);
    if (element !== root && NEVER_SHOWN.has(tag)) continue;
    const children = renderedChildren(element, tag);
    if (element !== root && isSubtreeHidden(element, isWithoutAttributes(element), children)) continue;
    yield element;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child instanceof Element) stack.push(child);
    }
  }
}
