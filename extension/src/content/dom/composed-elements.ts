import { attributeOf, tagOf } from './element-facts.ts';
import { renderedChildren } from './rendered-children.ts';
import { isVisible } from './visible.ts';

/** Parsers nest no deeper than 512 levels; a script could, to make readers fail. */
export const DEEPEST = 700;

const NEVER_SHOWN = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link']);

/** Whether nothing of it is rendered, nor of what is inside it. */
export function isSubtreeHidden(element: Element): boolean {
  if (NEVER_SHOWN.has(tagOf(element)) || attributeOf(element, 'inert') !== null) return true;
  if (showsChild(element)) return false;
  const style = getComputedStyle(element);
  return (!isVisible(element) && style.display === 'none') || style.contentVisibility === 'hidden';
}

/** A child that is seen decides it, and is asked the same in its turn. */
function showsChild(element: Element): boolean {
  const child = element.firstElementChild;
  return child instanceof Element && isVisible(child);
}

/** Every rendered element below the root, in page order: shadow trees and slots flattened, inert parts left out. */
export function* composedElements(root: Element): Generator<Element> {
  const stack: Element[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (element !== root && isSubtreeHidden(element)) continue;
    yield element;
    const children = renderedChildren(element);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child instanceof Element) stack.push(child);
    }
  }
}
