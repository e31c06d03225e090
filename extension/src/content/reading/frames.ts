import type { FrameInfo } from '@bproxy/shared';
import type { FramePlace } from '../../content-messages.ts';
import { nameOf } from '../accessibility/accessible.ts';
import * as own from '../dom/own-properties.ts';
import { isShown, isSpeck, rectOf } from '../visibility/shown.ts';
import { briefUrl, oneLine } from './brief.ts';
import { type TreeChild, treeNode } from './tree-node.ts';

type Frame = HTMLIFrameElement | HTMLFrameElement;
type FrameUrl = Pick<FrameInfo, 'url' | 'requested'>;

/** Where the frames of other sites are. */
export type FrameUrls = ReadonlyMap<Window, string>;

const NONE: FrameUrls = new Map();

export function isFrame(element: Element): element is Frame {
  return element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
}

/**
 * A page cannot know the URL of a frame of another site. The background can, and is asked only if there is such a
 * frame.
 */
export async function framesElsewhere(ask: () => Promise<FramePlace[]>): Promise<FrameUrls> {
  const frames = childWindows();
  if (frames.every(isOpenToUs)) return NONE;
  const places = await ask();
  const now = childWindows();
  // The places follow the order of the frames. Once a frame has come or gone, they may belong to others.
  if (now.length !== frames.length || now.some((frame, index) => frame !== frames[index])) return NONE;
  const urls = new Map<Window, string>();
  for (const { index, url } of places) {
    const frame = frames[index];
    if (frame) urls.set(frame, url);
  }
  return urls;
}

/** Null for an invisible frame. */
export function describeFrame(frame: Frame, elsewhere: FrameUrls): FrameInfo | null {
  const rect = rectOf(frame);
  if (!isShown(frame) || isSpeck(rect)) return null;
  const title = oneLine(frame.getAttribute('title') || frame.getAttribute('name') || '');
  return {
    ...frameUrl(frame, elsewhere),
    ...(title ? { title } : {}),
    width: Math.round(rect.width),
    height: Math.round(rect.height),
  };
}

/** The frame's current URL, if it is known, else the URL that the page gave it. */
export function frameUrl(frame: Frame, elsewhere: FrameUrls): FrameUrl {
  const asked = frame.hasAttribute('srcdoc') ? 'about:srcdoc' : frame.src || 'about:blank';
  const now = urlNow(frame, elsewhere);
  // A frame that still waits for its first document is blank.
  if (now === asked || (now !== '' && now !== 'about:blank')) return { url: briefUrl(now) };
  return { url: briefUrl(asked), requested: true };
}

function urlNow({ contentDocument, contentWindow }: Frame, elsewhere: FrameUrls): string {
  if (contentDocument) return own.URL(contentDocument);
  return (contentWindow && elsewhere.get(contentWindow)) ?? '';
}

function childWindows(): Window[] {
  return Array.from({ length: window.length }, (_, index) => window[index]).filter(
    (frame) => frame !== undefined,
  );
}

function isOpenToUs(frame: Window): boolean {
  try {
    return Boolean(frame.document);
  } catch {
    return false;
  }
}

/** The line of a frame in the tree. None for a frame that shows nothing. */
export function frameNode(frame: Element, elsewhere: FrameUrls): TreeChild[] {
  const { width, height } = own.getBoundingClientRect(frame);
  if (width <= 1 || height <= 1 || !isFrame(frame)) return [];
  const size = `${Math.round(width)}x${Math.round(height)}`;
  const { url, requested } = frameUrl(frame, elsewhere);
  const flags = requested ? [size, 'requested'] : [size];
  return [{ ...treeNode('iframe'), name: nameOf(frame), flags, url }];
}
