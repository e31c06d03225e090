import { focusedElement } from '../dom/focused-element.ts';
import * as own from '../dom/own-properties.ts';
import { openRoots } from '../looking/open-roots.ts';
import { elementAt } from '../visibility/element-at-point.ts';
import { drawingsIn } from './drawing.ts';
import { statesOf } from './states.ts';

/** Markup beyond this is compared only by its length. No page that people write is larger. */
const MOST_MARKUP = 20_000_000;
const MOST_CONTROLS = 5_000;
/** How many points of the window are looked at, in each direction. */
const GRID = 3;
/** How far from the element its menu or message appears. */
const BESIDE_PX = 16;

/** What a page looks like at one moment, as far as it can be compared. */
export interface PageLook {
  address: string;
  focus: Element | null;
  /** The values and states of all controls. */
  values: string;
  /** The text of the editable region that has the focus. */
  focusedText: string;
  /** What the element of the act is: `checked`, `expanded` … */
  states: Map<string, boolean>;
  /** The markup of each root. */
  markup: string[];
  /** Which element shows at each point of the window: what a style alone shows or hides changes no markup. */
  picture: Array<Element | null>;
  /** What the canvases in the element show. */
  drawings: number[];
  /** Of the page, and of everything around the element. */
  scroll: number[];
  frames: Set<Element>;
}

/** Looks at the page, and more closely at the element of the act, if there is one. */
export function lookAt(element: Element | null): PageLook {
  const roots = rootsNow();
  return {
    address: location.href,
    focus: focusedElement(),
    values: valuesIn(roots, element),
    focusedText: editedIn(focusedElement()),
    states: statesOf(element),
    markup: markupOf(roots),
    picture: pictureAround(element),
    drawings: drawingsIn(element),
    scroll: scrollAround(element),
    frames: new Set(roots.flatMap((root) => [...own.querySelectorAll(root, 'iframe, frame')])),
  };
}

type Root = Document | ShadowRoot;

/** The roots at the last look, each with the number of its elements. Finding them asks every element of the page. */
let known: Array<[Root, number]> = [];

function rootsNow(): Root[] {
  const isSame = known.every(([root, count]) => own.isConnected(root) && sizeOf(root) === count);
  if (known.length === 0 || !isSame) known = [...openRoots()].map((root) => [root, sizeOf(root)]);
  return known.map(([root]) => root);
}

function sizeOf(root: Root): number {
  return root instanceof Document
    ? own.getElementsByTagName(root, '*').length
    : own.querySelectorAll(root, '*').length;
}

/** The markup of each root of the page. */
export function markupNow(): string[] {
  return markupOf(rootsNow());
}

function markupOf(roots: readonly Root[]): string[] {
  let left = MOST_MARKUP;
  return roots.map((root) => {
    const whole = root instanceof ShadowRoot ? own.innerHTML(root) : markupOfPage(root);
    left -= whole.length;
    return left > 0 ? whole : String(whole.length);
  });
}

/** A script can remove even the `html` element. */
function markupOfPage(page: Document): string {
  const top: Element | null = own.documentElement(page);
  return top ? own.outerHTML(top) : '';
}

function valuesIn(roots: readonly Root[], element: Element | null): string {
  let left = MOST_CONTROLS;
  let values = '';
  for (const root of roots) {
    for (const control of own.querySelectorAll(root, 'input, textarea, select')) {
      left -= 1;
      if (left < 0) return values;
      values += `${heldBy(control)}\u0000`;
    }
  }
  return values + editedIn(element);
}

function heldBy(control: Element): string {
  if (control instanceof HTMLInputElement) {
    const files = control.files ? [...control.files].map(({ name, size }) => `${name} ${size}`) : [];
    return `${control.checked} ${control.value} ${files}`;
  }
  if (control instanceof HTMLTextAreaElement) return control.value;
  if (!(control instanceof HTMLSelectElement)) return '';
  return [...control.selectedOptions].map(({ index }) => index).join();
}

/** The text of the editable region that the element is in. */
function editedIn(element: Element | null): string {
  if (!(element instanceof HTMLElement) || !own.isContentEditable(element)) return '';
  return own.textContent(element) ?? '';
}

function pictureAround(element: Element | null): Array<Element | null> {
  const points = Array.from({ length: GRID * GRID }, (_, at) => ({
    x: (innerWidth * ((at % GRID) + 0.5)) / GRID,
    y: (innerHeight * (Math.floor(at / GRID) + 0.5)) / GRID,
  }));
  if (element) {
    const { left, right, top, bottom } = own.getBoundingClientRect(element);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    points.push({ x, y: bottom + BESIDE_PX }, { x, y: top - BESIDE_PX });
    points.push({ x: right + BESIDE_PX, y }, { x: left - BESIDE_PX, y });
  }
  return points.map(elementAt);
}

function scrollAround(element: Element | null): number[] {
  const places = [Math.round(window.scrollX), Math.round(window.scrollY)];
  for (let at = element; at; at = own.parentElement(at)) {
    places.push(Math.round(own.scrollLeft(at)), Math.round(own.scrollTop(at)));
  }
  return places;
}
