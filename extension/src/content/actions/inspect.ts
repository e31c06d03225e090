import type { InspectElement } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { roleOf, withAccessibility } from '../accessibility/accessible.ts';
import { attributeOf, childNodesOf, shadowOf, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { everyMatch } from '../targets/by-selector.ts';
import { ElementNames } from '../targets/element-names.ts';
import { rectOf } from '../visibility/shown.ts';
import type { ContentHandler } from './handler.ts';

const DEFAULT_LIMIT = 10;
const MOST_CHARS = 1_000_000;
const LONGEST_CLASSES = 100;
const DEFAULT_PROPERTIES = [
  'display',
  'visibility',
  'overflow',
  'overflowX',
  'overflowY',
  'position',
  'opacity',
  'pointerEvents',
];

/** No match is an answer here, not an error, because callers use inspect to count matches. */
export const inspect: ContentHandler<'inspect'> = ({ params }) =>
  withAccessibility(() => {
    const found = everyMatch(document, params.selector);
    const names = new ElementNames();
    const properties = params.properties ?? DEFAULT_PROPERTIES;
    const asked = found.slice(0, params.limit ?? DEFAULT_LIMIT);
    const elements: InspectElement[] = [];
    let chars = 0;
    for (const [index, element] of asked.entries()) {
      const described = describe(element, index, properties, names);
      chars += JSON.stringify(described).length;
      if (chars > MOST_CHARS) break;
      elements.push(described);
    }
    return {
      elements,
      total: found.length,
      ...(elements.length < asked.length ? { truncated: true as const } : {}),
    };
  });

function describe(
  element: Element,
  index: number,
  properties: string[],
  names: ElementNames,
): InspectElement {
  const style = getComputedStyle(element);
  const { x, y, width, height } = rectOf(element);
  const target = attempt(() => names.targetOf(element), null);
  return {
    index,
    tag: tagOf(element),
    id: attributeOf(element, 'id') ?? '',
    classes: cut(attributeOf(element, 'class') ?? '', LONGEST_CLASSES),
    role: attempt(() => roleOf(element), ''),
    ariaLabel: attributeOf(element, 'aria-label') ?? '',
    rect: { x: hundredths(x), y: hundredths(y), width: hundredths(width), height: hundredths(height) },
    computed: Object.fromEntries(
      properties.map((property) => [property, style.getPropertyValue(cssName(property))]),
    ),
    children: childNodesOf(element).filter((child) => child instanceof Element).length,
    descendants: countBelow(element),
    textLength: textLengthOf(element),
    ...scrollOf(element),
    selector: target?.selector ?? target?.route?.target ?? tagOf(element),
  };
}

/** The name in a style sheet: `overflowX` → `overflow-x`, `webkitLineClamp` → `-webkit-line-clamp`. */
function cssName(property: string): string {
  if (property.startsWith('--')) return property;
  if (property === 'cssFloat') return 'float';
  return property
    .replace(/^webkit(?=[A-Z])/, '-webkit')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function hundredths(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** A page can break single facts of an element (a form with a field `getRootNode`). The others are reported. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const MOST_COUNTED = 10_000;

// All through tree walkers and the guard below: a form's fields may shadow its properties.

/** The elements below, including those in open shadow roots. Stops counting at 10,000. */
function countBelow(element: Element): number {
  const roots: Node[] = [shadowOf(element) ?? [], element].flat();
  let count = 0;
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = own.createTreeWalker(document, root, NodeFilter.SHOW_ELEMENT);
    for (let at = walker.nextNode(); at; at = walker.nextNode()) {
      count += 1;
      if (count === MOST_COUNTED) return count;
      const shadow = at instanceof Element ? shadowOf(at) : null;
      if (shadow) roots.push(shadow);
    }
  }
  return count;
}

/** The length of the text below, shown or not. */
function textLengthOf(element: Element): number {
  const walker = own.createTreeWalker(
    document,
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION,
  );
  let length = 0;
  for (let at = walker.nextNode(); at; at = walker.nextNode()) length += own.nodeValue(at)?.length ?? 0;
  return length;
}

/** Whether it scrolls vertically, and its scroll position. */
function scrollOf(element: Element): Pick<InspectElement, 'scrollable' | 'scrollInfo'> {
  const scrollHeight = numberOr0(own.scrollHeight(element));
  const clientHeight = numberOr0(own.clientHeight(element));
  if (scrollHeight <= clientHeight || !letsScroll(element)) return { scrollable: false };
  const scrollTop = Math.round(numberOr0(own.scrollTop(element)));
  return { scrollable: true, scrollInfo: { scrollTop, scrollHeight, clientHeight } };
}

function letsScroll(element: Element): boolean {
  const { overflowY } = getComputedStyle(element);
  if (element !== own.scrollingElement(document)) return overflowY === 'auto' || overflowY === 'scroll';
  // The window takes the overflow of the root, or else of the body, and scrolls unless that forbids it.
  const taken =
    overflowY === 'visible' && own.body(document)
      ? getComputedStyle(own.body(document)).overflowY
      : overflowY;
  return taken !== 'hidden' && taken !== 'clip';
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
