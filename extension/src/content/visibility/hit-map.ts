import * as own from '../dom/own-properties.ts';
import { elementAt, type Point } from './element-at-point.ts';

/** The distance between two points that are looked at: less than most buttons are high. */
const STEP_PX = 24;
const MOST_TEXT = 100;

interface Hit {
  element: WeakRef<Element>;
  looks: string;
}

/** Which element a pointer would hit, at points all over the window. */
export interface HitMap {
  /** Whether the element that is hit there now was there when the map was made, and looked the same. */
  has(hit: Element, point: Point): boolean;
}

export function mapHits(): HitMap {
  const columns = Math.ceil(innerWidth / STEP_PX);
  const rows = Math.ceil(innerHeight / STEP_PX);
  const pointOf = (at: number): Point => ({
    x: (at % columns) * STEP_PX,
    y: Math.floor(at / columns) * STEP_PX,
  });
  const known = new Map<Element, Hit>();
  const hits = Array.from({ length: columns * rows }, (_, at) => {
    const element = elementAt(pointOf(at));
    if (!element) return undefined;
    const hit = known.get(element) ?? { element: new WeakRef(element), looks: looksOf(element) };
    known.set(element, hit);
    return hit;
  });
  return {
    has(hit, { x, y }) {
      const around = cornersOf(Math.floor(x / STEP_PX), Math.floor(y / STEP_PX), columns, rows);
      const before = around.map((at) => hits[at]).find((each) => each?.element.deref() === hit);
      if (before) return before.looks === looksOf(hit);
      // An element between the points: it was there if nothing around it has changed.
      return around.every((at) => {
        const now = elementAt(pointOf(at));
        return hits[at]?.element.deref() === (now ?? undefined) && (!now || hits[at]?.looks === looksOf(now));
      });
    },
  };
}

function cornersOf(column: number, row: number, columns: number, rows: number): number[] {
  return [row, row + 1]
    .filter((each) => each < rows)
    .flatMap((each) => [column, column + 1].filter((at) => at < columns).map((at) => each * columns + at));
}

/** Its place, and the words of an element that holds nothing else. */
function looksOf(element: Element): string {
  const { x, y, width, height } = own.getBoundingClientRect(element);
  const words = own.querySelector(element, '*') ? '' : (own.textContent(element) ?? '').slice(0, MOST_TEXT);
  return `${[x, y, width, height].map(Math.round).join()} ${words}`;
}
