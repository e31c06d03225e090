import type { Barrier, FrameInParent, Held, Point } from '../../content-messages.ts';
import type { Pages } from '../page/content-rpc.ts';
import type { DocumentRef } from '../page/document-ref.ts';
import { within } from '../time-limit.ts';
import { FrameList } from './frame-list.ts';

/** A page around the frame that does not answer for so long cannot be clicked through either. */
const LONGEST_MS = 2_000;
const UNKNOWN: Barrier = { obstacle: 'unplaced', details: {} };

/**
 * Asks each page around a frame whether a person could use the frame, from the inside to the top. With a point, whether a
 * pointer there would get to it. Null if nothing is in the way.
 */
export async function barrierAbove(
  pages: Pages,
  document: DocumentRef,
  here: FrameInParent,
  point?: Point,
): Promise<Barrier | null> {
  let child = { document, here, point };
  for (;;) {
    const parent = await parentOf(child.document);
    if (!parent) return UNKNOWN;
    const held = await holding(pages, parent, child.here, child.point);
    if (!held) return UNKNOWN;
    if ('barrier' in held) return held.barrier;
    if (!held.here) return null;
    child = { document: parent, here: held.here, point: held.point };
  }
}

async function holding(
  { injection, ports }: Pages,
  parent: DocumentRef,
  child: FrameInParent,
  point: Point | undefined,
): Promise<Held | undefined> {
  const asked = await within(LONGEST_MS, async (signal) => {
    const isKnown = injection.knownDocument(parent.tabId)?.documentId === parent.documentId;
    if (!isKnown) await injection.enter(parent);
    const request = { type: 'hold' as const, child, ...(point ? { point } : {}) };
    return ports.ask(parent, request, { signal });
  }).catch(() => null);
  // as: the page answers this question in this way.
  return typeof asked === 'object' && asked?.ok ? (asked.value as Held) : undefined;
}

async function parentOf({ tabId, frameId, documentId }: DocumentRef): Promise<DocumentRef | undefined> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId }).catch(() => null);
  if (frame?.documentId === documentId && frame.parentDocumentId !== undefined) {
    return { tabId, frameId: frame.parentFrameId, documentId: frame.parentDocumentId };
  }
  // Chrome does not list a frame with a `blob:` address.
  return new FrameList(tabId, Date.now() + LONGEST_MS, () => {
    throw new Error('A parent needs no name.');
  }).parentOf(documentId);
}
