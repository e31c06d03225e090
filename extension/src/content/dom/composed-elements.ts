import { noteCutBranch } from '../reading/read-work.ts';
import { attributeOf } from './element-facts.ts';
import { type KnownElement, known } from './known-element.ts';
import { renderedChildren } from './rendered-children.ts';

/** Parsers nest no deeper than 512 levels. A script could go deeper, to make readers fail. */
export const DEEPEST = 700;

/** Chrome never renders any part of these. */
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

/** Whether neither the element nor anything inside it is rendered. */
export function isSubtreeHidden(it: KnownElement, inside: string | readonly Node[]): boolean {
  const { element, isVisible } = it;
  if (!it.isQuiet && attributeOf(element, 'inert') !== null) return true;
  // `content-visibility` hides the content, and always through a class or a style of the element. So few elements need
  // the check.
  if (isVisible && (it.isUnstyled || inside.length === 0 || showsOne(inside))) return false;
  const style = getComputedStyle(element);
  return (!isVisible && style.display === 'none') || style.contentVisibility === 'hidden';
}

/** The first of them decides, and is checked the same way in turn. */
function showsOne(inside: string | readonly Node[]): boolean {
  if (typeof inside === 'string') return false;
  const first = inside.find((child) => child instanceof Element);
  return first instanceof Element && known(first).isVisible;
}

/** Every rendered element below the root, in page order: shadow trees and slots are flattened, inert parts left out. */
export function* composedElements(root: Element): Generator<Element> {
  const stack: Element[] = [root];
  const depths = [0];
  for (let element = stack.pop(); element; element = stack.pop()) {
    const depth = depths.pop() ?? 0;
    const it = known(element);
    if (element !== root && NEVER_SHOWN.has(it.tag)) continue;
    const children = renderedChildren(element, it.tag);
    if (element !== root && isSubtreeHidden(it, children)) continue;
    if (depth >= DEEPEST) {
      noteCutBranch();
      continue;
    }
    yield element;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (!(child instanceof Element)) continue;
      stack.push(child);
      depths.push(depth + 1);
    }
  }
}
