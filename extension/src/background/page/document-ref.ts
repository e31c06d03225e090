/**
 * One document in one frame of a tab. Requests, injections and ports go to a document, never to a tab: a tab's next
 * document is another. A document's id never comes again.
 */
export interface DocumentRef {
  tabId: number;
  frameId: number;
  documentId: string;
}

/** Only top frames are entered so far. */
export const TOP_FRAME = 0;

/** A document with its address and state, as Chrome tells them. */
export interface DocumentNow extends DocumentRef {
  url: string;
  errorOccurred: boolean;
}

/** The document that the tab shows. Null if it has none in memory. */
export async function documentNow(tabId: number): Promise<DocumentNow | null> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId: TOP_FRAME }).catch(() => null);
  if (!frame) return null;
  const { documentId, url, errorOccurred } = frame;
  return { tabId, frameId: TOP_FRAME, documentId, url, errorOccurred };
}

/** The target of an injection. */
export function only({ tabId, documentId }: DocumentRef): { tabId: number; documentIds: string[] } {
  return { tabId, documentIds: [documentId] };
}
