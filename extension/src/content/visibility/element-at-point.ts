import type { Point } from '../../content-messages.ts';
import { childNodesOf, shadowOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';

export type { Point };

/** The innermost element that a pointer at this point would hit, even inside open shadow roots. */
export function elementAt({ x, y }: Point): Element | null {
  let found = own.elementFromPoint(document, x, y);
  for (let shadow = found && shadowOf(found); shadow; shadow = found && shadowOf(found)) {
    const inner = shadow.elementFromPoint(x, y);
    if (!inner || inner === found) return found && (slotAt(found, { x, y }) ?? found);
    found = inner;
  }
  return found;
}

/** For text directly inside a host Chrome returns the host, but a pointer hits the slot that shows the text. */
function slotAt(host: Element, { x, y }: Point): Element | null {
  const range = own.createRange(document);
  for (const node of childNodesOf(host)) {
    if (!(node instanceof Text) || !node.assignedSlot) continue;
    range.selectNode(node);
    const isHere = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom,
    );
    if (isHere) return node.assignedSlot;
  }
  return null;
}

/** Whether one is inside the other in the rendered page, through shadow roots and slots. */
export function isWithin(inner: Element, outer: Element): boolean {
  for (let at: Element | null = inner; at; at = renderedParent(at)) if (at === outer) return true;
  return false;
}
