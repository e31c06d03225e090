import { childNodesOf, onlyTextOf, parentOrHost, shadowOf, tagOf } from './element-facts.ts';
import * as own from './own-properties.ts';

/** The children that the browser renders in place of the element's own: shadow trees and slots flattened. */
export function renderedChildren(element: Element, tag = tagOf(element)): readonly Node[] {
  const shadow = shadowOf(element, tag);
  if (shadow) return childNodesOf(shadow);
  if (tag === 'slot' && element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  if (tag === 'details' && element instanceof HTMLDetailsElement && !element.open) {
    const summary = [...element.children].find((child) => own.localName(child) === 'summary');
    return summary ? [summary] : [];
  }
  return childNodesOf(element);
}

/** The content that the browser renders in an element: its text if it has nothing else, as most do, or its children. */
export function renderedContent(element: Element, tag: string): string | readonly Node[] {
  if (tag === 'slot' || tag === 'details' || shadowOf(element, tag)) return renderedChildren(element, tag);
  return onlyTextOf(element) ?? childNodesOf(element);
}

/** The parent in the rendered tree. */
export function renderedParent(element: Element): Element | null {
  if (own.assignedSlot(element)) return own.assignedSlot(element);
  return parentOrHost(element);
}
