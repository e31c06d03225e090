/** The children that the browser renders in place of the element's own: shadow trees and slots flattened. */
export function renderedChildren(element: Element): readonly Node[] {
  if (element.shadowRoot) return [...element.shadowRoot.childNodes];
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  if (element instanceof HTMLDetailsElement && !element.open) {
    const summary = [...element.children].find((child) => child.localName === 'summary');
    return summary ? [summary] : [];
  }
  return [...element.childNodes];
}

/** The parent in the tree that is rendered. */
export function renderedParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
