import { labelsOf } from '../accessibility/quick-labels.ts';
import { hostOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { isField } from '../gestures/actionable.ts';

/**
 * Whether a person can see it, after scrolling if necessary. Text fields that are transparent, or that no scrolling
 * reaches, are traps for programs. A transparent checkbox under a drawn one is not a trap, nor is the field of a
 * visible component.
 */
export function canBeSeen(it: KnownElement, role: string, isHolder = isField(it, role)): boolean {
  const { element, isVisible } = it;
  const isTextField = isHolder && role !== 'checkbox' && role !== 'radio' && role !== 'switch';
  const isDistinct = isVisible && (!isTextField || isOpaque(element) || drawingHost(element) !== null);
  return (isDistinct && isReachable(element)) || hasShownLabel(element);
}

/**
 * The component or the label that draws a transparent field: it is visible itself, and in the place of the field.
 * Material's and Ionic's text fields show their content only once they have the focus or a value.
 */
export function drawingHost(element: Element): Element | null {
  const host = hostOf(element);
  const labels = labelsOf(element).filter((label) => own.textContent(label)?.trim());
  return [...(host ? [host] : []), ...labels].find((around) => drawsField(around, element)) ?? null;
}

function drawsField(host: Element, element: Element): boolean {
  const [outer, inner] = [own.getBoundingClientRect(host), own.getBoundingClientRect(element)];
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  const isInside = outer.left < x && x < outer.right && outer.top < y && y < outer.bottom;
  return isInside && known(host).isVisible && isOpaque(host);
}

function isOpaque(element: Element): boolean {
  return own.checkVisibility(element, { opacityProperty: true });
}

/** Reads scroll positions only where they matter: they cost as much as the rest. */
function isReachable(element: Element): boolean {
  const { width, height, bottom, right } = own.getBoundingClientRect(element);
  if (width <= 0 && height <= 0) return false;
  if (bottom > 0 && right > 0) return true;
  const { x, y } = scrolledAway(element);
  if (bottom + y <= 0) return false;
  // Right-to-left pages scroll to the negative side.
  const scrolling = own.scrollingElement(document);
  return right + x > 0 || (scrolling !== null && own.matches(scrolling, ':dir(rtl)'));
}

/** By the window and by every scrolling box around the element. */
function scrolledAway(element: Element): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let at = renderedParent(element); at; at = renderedParent(at)) {
    x += own.scrollLeft(at);
    y += own.scrollTop(at);
  }
  return { x, y };
}

/** Pages often hide the real control and draw their own in its label. */
function hasShownLabel(element: Element): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  if (!['checkbox', 'radio', 'file'].includes(element.type)) return false;
  return labelsOf(element).some((label) => known(label).isVisible);
}
