import type { FrameInfo } from '@bproxy/shared';
import type { FoundFrame, FramePlace } from '../../content-messages.ts';
import { nameOf } from '../accessibility/accessible.ts';
import type { PageTools } from '../actions/handler.ts';
import type { KnownElement } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { briefUrl, oneLine } from '../reading/brief.ts';
import { type TreeChild, treeNode } from '../tree/tree-node.ts';
import { isDrawn, isInView, isShown, isSpeck, rectOf } from '../visibility/shown.ts';
import { placedIn } from './placed-frames.ts';

export type Frame = HTMLIFrameElement | HTMLFrameElement | HTMLObjectElement;
/** Which documents the frames of a read show. */
export interface Places {
  of: ReadonlyMap<Element, FramePlace>;
  /** Frames in shadow trees that may be in any of several elements, or in none that can be seen. */
  unplaced: readonly FramePlace[];
}

export type AskForPlaces = () => Promise<FramePlace[]>;

/** A frame, and where its text belongs in the text of the page. */
type FrameInRead = Frame | { element: Frame; at: number };

/** No person uses a control in a smaller frame. The one of a card number is some 20 pixels high. */
const LEAST_PX = 10;
/** A page that replaces frames all the time is read without them. */
const MOST_TRIES = 3;
const NOWHERE: Places = { of: new Map(), unplaced: [] };

export function isFrame(element: Element): element is Frame {
  if (element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement) return true;
  return element instanceof HTMLObjectElement && element.contentWindow !== null;
}

/**
 * Which document each of these frames shows. The background is asked only if there are frames. It answers with their
 * places among the frames of this window, so the answer counts only if these are still the same.
 */
export async function placesOf(frames: readonly Frame[], ask: AskForPlaces): Promise<Places> {
  if (frames.length === 0) return NOWHERE;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = childWindows();
    const places = await ask();
    const now = childWindows();
    if (now.length === before.length && now.every((frame, index) => frame === before[index])) {
      return placedIn(frames, places, now);
    }
  }
  return NOWHERE;
}

/** Reports the frames that a person sees, in the order of the page. */
export async function reportFrames(
  frames: readonly FrameInRead[],
  { framePlaces, foundFrames }: Pick<PageTools, 'framePlaces' | 'foundFrames'>,
): Promise<void> {
  if (frames.length === 0) return;
  const shown = frames
    .map((frame) => (frame instanceof Element ? { element: frame, at: 0 } : frame))
    .filter(({ element }) => isShown(element) && !isSpeck(rectOf(element)));
  const places = await placesOf(
    shown.map(({ element }) => element),
    framePlaces,
  );
  foundFrames([...shown.map(({ element, at }) => found(element, places, at)), ...unplacedFrames(places)]);
}

/** They belong to the end of the page. */
export function unplacedFrames({ unplaced }: Places): FoundFrame[] {
  return unplaced.flatMap(({ url, width, height, frame }) => {
    if (!frame || width < LEAST_PX || height < LEAST_PX) return [];
    const info: FrameInfo = { frame: frame.name, url: briefUrl(url), width, height, unread: 'unplaced' };
    return [{ info, frame, at: Number.MAX_SAFE_INTEGER, indent: 0, isInView: false }];
  });
}

export function found(element: Frame, places: Places, at = 0, indent = 0): FoundFrame {
  const frame = places.of.get(element)?.frame;
  const info = describeFrame(element, places);
  return { info, ...(frame ? { frame } : {}), at, indent, isInView: isInView(element) };
}

function describeFrame(frame: Frame, places: Places): FrameInfo {
  const { width, height } = rectOf(frame);
  const title = oneLine(own.getAttribute(frame, 'title') || own.getAttribute(frame, 'name') || '');
  const place = places.of.get(frame);
  const isSmall = width < LEAST_PX || height < LEAST_PX;
  const unread = place?.closed ?? (isSmall ? 'small' : isDrawn(frame) ? undefined : 'transparent');
  return {
    ...(place?.frame ? { frame: place.frame.name } : {}),
    ...frameUrl(frame, place),
    ...(title ? { title } : {}),
    width: Math.round(width),
    height: Math.round(height),
    ...(unread ? { unread } : {}),
  };
}

/** The frame's current URL, if it is known, else the URL that the page gave it. */
export function frameUrl(frame: Frame, place: FramePlace | undefined): Pick<FrameInfo, 'url' | 'requested'> {
  const asked = own.getAttribute(frame, 'srcdoc') === null ? askedUrl(frame) : 'about:srcdoc';
  const now = place?.url || (frame.contentDocument ? own.URL(frame.contentDocument) : '');
  // A frame that still waits for its first document is blank.
  if (now === asked || (now !== '' && now !== 'about:blank')) return { url: briefUrl(now) };
  return { url: briefUrl(asked), requested: true };
}

function askedUrl(frame: Frame): string {
  return (frame instanceof HTMLObjectElement ? frame.data : frame.src) || 'about:blank';
}

function childWindows(): Window[] {
  return Array.from({ length: window.length }, (_, index) => window[index]).filter(
    (frame) => frame !== undefined,
  );
}

/** Its document is filled in after the walk: only the background knows it. */
export function frameNode({ element, isVisible }: KnownElement): TreeChild[] {
  const { width, height } = own.getBoundingClientRect(element);
  if (width <= 1 || height <= 1 || !isVisible) return [];
  return [{ ...treeNode('iframe', element), name: nameOf(element), frame: { element } }];
}
