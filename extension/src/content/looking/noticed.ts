import * as own from '../dom/own-properties.ts';
import { isDrawn } from '../visibility/shown.ts';
import { openRoots } from './open-roots.ts';

const MOST_ROOTS = 500;
const MOST_TEXT = 4_000;
const MOST_NODES = 20_000;

/** A page with its open shadow roots, in their current state. */
export interface WholePage {
  roots: Array<Document | ShadowRoot>;
  all(selector: string): Element[];
}

export function wholePage(): WholePage {
  const roots: WholePage['roots'] = [];
  for (const root of openRoots()) {
    if (roots.push(root) >= MOST_ROOTS) break;
  }
  return { roots, all: (selector) => roots.flatMap((root) => [...own.querySelectorAll(root, selector)]) };
}

/** Whether a person who glances at the page may notice the element. */
export function isNoticeable(element: Element): boolean {
  const { width, height } = own.getBoundingClientRect(element);
  if (width < 2 || height < 2) return false;
  return isDrawn(element);
}

/** The number of characters visible there, up to a limit. */
export function visibleLength(tops: Node[], counts: (parent: Element) => boolean = () => true): number {
  let [length, nodes] = [0, 0];
  for (const top of tops) {
    const walker = own.createTreeWalker(document, top, NodeFilter.SHOW_TEXT);
    while (length < MOST_TEXT && nodes < MOST_NODES && walker.nextNode()) {
      nodes += 1;
      length += lengthOf(walker.currentNode, counts);
    }
  }
  return Math.min(length, MOST_TEXT);
}

function lengthOf(text: Node, counts: (parent: Element) => boolean): number {
  const words = text instanceof Text ? text.data.trim() : '';
  const parent = words && text instanceof Text ? text.parentElement : null;
  if (!parent || !counts(parent)) return 0;
  return own.checkVisibility(parent, { checkVisibilityCSS: true }) ? words.length : 0;
}
