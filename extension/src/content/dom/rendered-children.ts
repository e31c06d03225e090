import { childNodesOf, parentOrHost, shadowOf } from './element-facts.ts';

/** The children that the browser renders in place of the element's own: shadow trees and slots flattened. */
export function renderedChildren(element: Element): readonly Node[] {
  const shadow = shadowOf(element);
  if (shadow) return childNodesOf(shadow);
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  if (element instanceof HTMLDetailsElement && !element.open) {
    const summary = [...element.children].find((child) => child.localName === 'summary');
    return summary ? [summary] : [];
  }
  return childNodesOf(element);
}

/** The parent in the tree that is rendered. */
export function renderedParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  return parentOrHost(element);
}
