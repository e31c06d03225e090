import { type ForwardedFrame, frameName } from '@bproxy/shared';
import type { NavigationEvents } from '../navigation/navigation-events.ts';
import type { DocumentRef } from '../page/document-ref.ts';

interface NamesInTab {
  last: number;
  byDocument: Map<string, ForwardedFrame>;
}

/**
 * The names of frames: `f1`, `f2` and so on in each tab. A name belongs to one document. The daemon knows which numbers
 * are in use, so a worker that has lost its memory gives the same document another name, and none to two documents.
 */
export class FrameNames {
  readonly #tabs = new Map<number, NamesInTab>();

  follow(events: NavigationEvents): void {
    events.subscribe((tabId, { type }) => {
      if (type === 'removed') this.#tabs.delete(tabId);
      if (type === 'committed') this.#tabs.get(tabId)?.byDocument.clear();
    });
  }

  /** @param first The number of the first frame that this read may name. */
  nameOf({ tabId, frameId, documentId }: DocumentRef, first: number): ForwardedFrame {
    const inTab = this.#tabs.get(tabId) ?? { last: 0, byDocument: new Map<string, ForwardedFrame>() };
    this.#tabs.set(tabId, inTab);
    const known = inTab.byDocument.get(documentId);
    if (known) return known;
    inTab.last = Math.max(inTab.last + 1, first);
    const frame = { name: frameName(inTab.last), frameId, documentId };
    inTab.byDocument.set(documentId, frame);
    return frame;
  }
}
