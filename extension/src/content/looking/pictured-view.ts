import { HANDLE_LIFE_MS } from '@bproxy/shared';
import { elementAt, type Point } from '../visibility/element-at-point.ts';
import { type HitMap, mapHits } from '../visibility/hit-map.ts';

/** What a picture of the page shows: pictures of equal views have everything at the same place. */
interface View {
  scrollX: number;
  scrollY: number;
  width: number;
  height: number;
  /** Pixels of the picture for one of the page. */
  scale: number;
  /** Of a zoom with two fingers. */
  zoom: string;
}

const ID_LENGTH = 6;
const MOST_VIEWS = 20;

/** The views of the latest pictures of this document. */
const views = new Map<string, View & { hits: HitMap }>();

/** The name of the view of a picture that is about to be taken. Given such a name, null if the view is another one now. */
export function pictureView(shot: string | undefined): string | null {
  if (shot !== undefined) return isSame(views.get(shot), viewNow()) ? shot : null;
  const made = crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH);
  views.set(made, { ...viewNow(), hits: mapHits() });
  for (const oldest of views.keys()) if (views.size > MOST_VIEWS) views.delete(oldest);
  setTimeout(() => views.delete(made), HANDLE_LIFE_MS);
  return made;
}

/**
 * What a picture shows at one of its points, and where that is in the page. Undefined if the page does not look the same
 * any more, and null for a point outside of it.
 */
export function inPicture(
  shot: string,
  x: number,
  y: number,
): { point: Point; hit: Element } | null | undefined {
  const view = views.get(shot);
  if (!view || !isSame(view, viewNow())) return undefined;
  const point = { x: x / view.scale, y: y / view.scale };
  const hit = elementAt(point);
  if (!hit) return null;
  return view.hits.has(hit, point) ? { point, hit } : undefined;
}

function viewNow(): View {
  const { visualViewport: zoomed } = window;
  return {
    scrollX: Math.round(window.scrollX),
    scrollY: Math.round(window.scrollY),
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
    zoom: zoomed ? [zoomed.scale, zoomed.offsetLeft, zoomed.offsetTop].map(Math.round).join() : '',
  };
}

function isSame(one: View | undefined, other: View): boolean {
  return (
    one !== undefined && Object.entries(other).every(([name, value]) => Reflect.get(one, name) === value)
  );
}
