import type { FrameInfo } from '@bproxy/shared';
import type { FramePlace } from '../../content-messages.ts';
import * as own from '../dom/own-properties.ts';
import { isShown, isSpeck, rectOf } from '../visibility/shown.ts';
import { briefUrl, oneLine } from './brief.ts';

type Frame = HTMLIFrameElement | HTMLFrameElement;
type FrameUrl = Pick<FrameInfo, 'url' | 'requested'>;

/** Where the frames of other sites are. */
export type FrameUrls = ReadonlyMap<Window, string>;

const NONE: FrameUrls = new Map();

export function isFrame(element: Element): element is Frame {
  return element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
}

/** A page may not know where a frame of another site is; the background does, and is asked only if there is one. */
export async function framesElsewhere(ask: () => Promise<FramePlace[]>): Promise<FrameUrls> {
  const frames = childWindows();
  if (frames.every(isOpenToUs)) return NONE;
  const places = await ask();
  const now = childWindows();
  // The places go by the frames' order: once a frame has come or gone, they may be those of others.
  if (now.length !== frames.length || now.some((frame, index) => frame !== frames[index])) return NONE;
  const urls = new Map<Window, string>();
  for (const { index, url } of places) {
    const frame = frames[index];
    if (frame) urls.set(frame, url);
  }
  return urls;
}

/** Null for a frame that nobody sees. */
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

/** Where it is now, if that can be known; else where the page sent it. */
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
