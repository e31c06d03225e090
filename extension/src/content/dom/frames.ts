import type { FrameInfo } from '@bproxy/shared';
import { briefUrl, oneLine } from './brief.ts';
import * as own from './own-properties.ts';
import { isShown, isSpeck, rectOf } from './shown.ts';

type Frame = HTMLIFrameElement | HTMLFrameElement;

export function isFrame(element: Element): element is Frame {
  return element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
}

/** Null for a frame that nobody sees. */
export function describeFrame(frame: Frame): FrameInfo | null {
  const rect = rectOf(frame);
  if (!isShown(frame) || isSpeck(rect)) return null;
  const title = oneLine(frame.getAttribute('title') || frame.getAttribute('name') || '');
  return {
    url: frameUrl(frame),
    ...(title ? { title } : {}),
    width: Math.round(rect.width),
    height: Math.round(rect.height),
  };
}

/** Where it is now, if the page may know; else where it was sent. */
export function frameUrl(frame: Frame): string {
  return briefUrl(urlOf(frame));
}

function urlOf(frame: Frame): string {
  const now = frame.contentDocument ? own.URL(frame.contentDocument) : '';
  if (now !== '' && now !== 'about:blank') return now;
  if (frame.hasAttribute('srcdoc')) return 'about:srcdoc';
  return frame.src || now || 'about:blank';
}
