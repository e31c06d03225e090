import type { FrameInParent, FramePlace } from '../../content-messages.ts';
import * as own from '../dom/own-properties.ts';
import type { Frame, Places } from './found-frames.ts';

/**
 * The document that each frame shows: exactly, by its index among the frames of this window. A frame in a shadow tree
 * has no index. It is placed only if nothing else could be there.
 */
export function placedIn(
  frames: readonly Frame[],
  places: readonly FramePlace[],
  windows: readonly Window[],
): Places {
  const placed = new Map<Element, FramePlace>();
  const byIndex = new Map(places.map((place) => [place.index, place]));
  const rest: Frame[] = [];
  for (const frame of frames) {
    const index = frame.contentWindow === null ? -1 : windows.indexOf(frame.contentWindow);
    const place = index < 0 ? undefined : byIndex.get(index);
    if (place) placed.set(frame, place);
    else rest.push(frame);
  }
  const [entered, closed] = [places.filter(isWithoutIndex), places.filter((place) => place.closed)];
  const inShadow = rest.filter(
    (frame) => frame.contentWindow === null || !windows.includes(frame.contentWindow),
  );
  for (const fits of [couldShow, isSureToShow]) {
    const taken = new Set(placed.values());
    const [open, unknown] = [
      inShadow.filter((frame) => !placed.has(frame)),
      entered.filter((each) => !taken.has(each)),
    ];
    for (const [frame, place] of onlyPairs(open, unknown, fits)) placed.set(frame, place);
  }
  const left = rest.filter((frame) => !placed.has(frame));
  for (const [frame, place] of onlyPairs(left, closed, wasAskedFor)) placed.set(frame, place);
  const known = new Set(placed.values());
  return { of: placed, unplaced: entered.filter((place) => !known.has(place)) };
}

function isWithoutIndex({ index, closed }: FramePlace): boolean {
  return index < 0 && closed === undefined;
}

/** The pairs in which each one fits the other and nothing else. */
function onlyPairs(
  frames: readonly Frame[],
  places: readonly FramePlace[],
  fits: (frame: Frame, place: FramePlace) => boolean,
): Array<[Frame, FramePlace]> {
  return frames.flatMap((frame) => {
    const [place, another] = places.filter((each) => fits(frame, each));
    if (!place || another) return [];
    const rivals = frames.filter((each) => fits(each, place));
    return rivals.length === 1 ? [[frame, place]] : [];
  });
}

/** For a frame in a shadow tree. */
export function couldShow(
  frame: Frame,
  { width, height, windowName, url, timeOrigin }: FrameInParent,
): boolean {
  const page = frame.contentDocument;
  // A frame of the same origin can be asked when it was made, which is exact.
  if (page) return own.URL(page) === url && frame.contentWindow?.performance.timeOrigin === timeOrigin;
  const name = own.getAttribute(frame, 'name') ?? '';
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(frame);
  const inner = {
    width: own.clientWidth(frame) - pixels(paddingLeft) - pixels(paddingRight),
    height: own.clientHeight(frame) - pixels(paddingTop) - pixels(paddingBottom),
  };
  const isSameSize = Math.abs(inner.width - width) <= 1 && Math.abs(inner.height - height) <= 1;
  return isSameSize && (name === '' || name === windowName);
}

function isSureToShow(frame: Frame, place: FramePlace): boolean {
  return couldShow(frame, place) && wasAskedFor(frame, place);
}

function pixels(length: string): number {
  return Number.parseFloat(length) || 0;
}

/** A frame that cannot be entered is known only by the address that the page gave it. */
function wasAskedFor(frame: Frame, { url }: FramePlace): boolean {
  return (frame instanceof HTMLObjectElement ? frame.data : frame.src) === url;
}
