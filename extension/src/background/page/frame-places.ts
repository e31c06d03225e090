import type { FramePlace } from '../../content-messages.ts';
import { MARGIN_MS, within } from '../time-limit.ts';
import { type DocumentRef, only } from './document-ref.ts';

/** A frame that is busy for longer is listed with the URL that the page gave it. */
const LONGEST_MS = 1_000;
const MOST_FRAMES = 50;

/**
 * Where the frames of a document are, for those that answer in time. Never includes frames of the tab's next document.
 */
export async function framePlaces(
  { tabId, frameId, documentId }: DocumentRef,
  deadline: number,
): Promise<FramePlace[]> {
  const ms = Math.min(LONGEST_MS, deadline - MARGIN_MS.frames - Date.now());
  const all = (await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
  if (!all.some((frame) => frame.frameId === frameId && frame.documentId === documentId)) return [];
  const children = all.filter((frame) => frame.parentDocumentId === documentId).slice(0, MOST_FRAMES);
  const places = children.map(async ({ url, ...child }) => {
    const index = await within(ms, () => indexOf({ ...child, tabId }));
    return typeof index === 'number' && index >= 0 ? [{ index, url }] : [];
  });
  return (await Promise.all(places)).flat();
}

async function indexOf(frame: DocumentRef): Promise<unknown> {
  const script = { target: only(frame), injectImmediately: true, func: indexInParent };
  const [answer] = await chrome.scripting.executeScript(script).catch(() => []);
  return answer?.result;
}

/** Chrome does not report which element holds a frame. A frame can ask its parent for this, even across sites. */
function indexInParent(): number {
  for (let index = 0; index < parent.length; index += 1) if (parent[index] === window) return index;
  return -1;
}
