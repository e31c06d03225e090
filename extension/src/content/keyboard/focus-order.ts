import { attributeOf, hostOf, shadowOf, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { renderedChildren } from '../dom/rendered-children.ts';
import { isInert } from '../gestures/actionability.ts';
import { isShown } from '../visibility/shown.ts';
import { radiosWith } from './defaults/stepping.ts';

const FOCUSABLE =
  'a[href], area[href], button, input:not([type=hidden]), select, textarea, iframe, object, embed, audio[controls], video[controls], details > summary:first-of-type, [tabindex], [contenteditable]:not([contenteditable="false" i])';

/** A stop of the Tab key, or the inside of a shadow tree, which is one stop in the order of what is around it. */
interface Stop {
  element: Element;
  tabIndex: number;
  inside: Stop[];
}

/** The element that Tab goes to from this one. Undefined at the end of the document. */
export function nextStop(from: Element | null, isBack: boolean): HTMLElement | undefined {
  const stops = flat(stopsIn(own.documentElement(document))).filter((stop) =>
    isGroupStop(stop, from, isBack),
  );
  const ordered = isBack ? stops.reverse() : stops;
  if (!from) return ordered[0];
  const at = ordered.findIndex((stop) => stop === from);
  return at < 0 ? nearest(from, stops, isBack) : ordered[at + 1];
}

/** From something that Tab does not stop at, it goes to the nearest stop in the page, whatever their order. */
function nearest(from: Element, stops: HTMLElement[], isBack: boolean): HTMLElement | undefined {
  const way = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const isThere = (one: Element, other: Element) =>
    (own.compareDocumentPosition(placeInPage(one), placeInPage(other)) & way) !== 0;
  return stops
    .filter((stop) => isThere(from, stop))
    .reduce<HTMLElement | undefined>((best, stop) => (!best || isThere(stop, best) ? stop : best), undefined);
}

/** In a shadow tree, the host in the document. */
function placeInPage(element: Element): Element {
  let at = element;
  for (let host = hostOf(at); host; host = hostOf(at)) at = host;
  return at;
}

/** The stops below, those with a positive `tabindex` first. */
function stopsIn(parent: Element): Stop[] {
  const stops: Stop[] = [];
  const visit = (node: Node): void => {
    if (!(node instanceof Element)) return;
    const shadow = shadowOf(node);
    const tabIndex = tabIndexOf(node);
    if (shadow) {
      // A host that Tab skips takes its whole inside with it.
      if (attributeOf(node, 'tabindex') !== null && tabIndex < 0) return;
      const inside = stopsIn(node);
      const isStop = isFocusable(node) && !shadow.delegatesFocus;
      stops.push({
        element: node,
        tabIndex: Math.max(tabIndex, 0),
        inside: isStop ? [leaf(node), ...inside] : inside,
      });
      return;
    }
    if (tabIndex >= 0 && isFocusable(node)) stops.push({ ...leaf(node), tabIndex });
    if (tagOf(node) !== 'iframe') for (const child of renderedChildren(node)) visit(child);
  };
  for (const child of renderedChildren(parent)) visit(child);
  const positive = stops.filter((stop) => stop.tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex);
  return [...positive, ...stops.filter((stop) => stop.tabIndex === 0)];
}

const leaf = (element: Element): Stop => ({ element, tabIndex: 0, inside: [] });

function flat(stops: Stop[]): HTMLElement[] {
  return stops
    .flatMap(({ element, inside }) => (inside.length > 0 ? flat(inside) : shadowOf(element) ? [] : [element]))
    .filter((element) => element instanceof HTMLElement);
}

/** Chrome counts an editable region as a stop, although its `tabIndex` says no. */
function tabIndexOf(element: Element): number {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return -1;
  const given = attributeOf(element, 'tabindex');
  if (given !== null && /^\s*[+-]?\d/.test(given)) return Number.parseInt(given, 10);
  return own.matches(element, FOCUSABLE) || isScroller(element) ? 0 : -1;
}

/** Chrome lets the keyboard into a part that scrolls, if nothing in it takes the focus. */
function isScroller(element: Element): boolean {
  const overflows =
    own.scrollHeight(element) > own.clientHeight(element) ||
    own.scrollWidth(element) > own.clientWidth(element);
  if (!overflows || element === own.body(document)) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(overflowX + overflowY) && own.querySelector(element, FOCUSABLE) === null;
}

/** Whether the focus may go to the element now. */
export function isFocusable(element: Element): element is HTMLElement {
  if (!(element instanceof HTMLElement)) return false;
  if (!own.matches(element, FOCUSABLE) && !isScroller(element)) return false;
  return !own.matches(element, ':disabled') && isShown(element) && !isInert(element);
}

/** Of a group of radio buttons Tab stops at the checked one, or at the first that it reaches. */
function isGroupStop(element: HTMLElement, from: Element | null, isBack: boolean): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element === from) return true;
  const group = radiosWith(element).filter((each) => isFocusable(each));
  if (from && group.some((each) => each === from)) return false;
  const checked = group.find((each) => each.checked);
  return element === (checked ?? (isBack ? group.at(-1) : group[0]));
}
