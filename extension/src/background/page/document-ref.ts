/**
 * One document in one frame of a tab. Requests, injections and ports address a document, never a tab, because a tab's
 * next document is a different one. Chrome never reuses a document id.
 */
export interface DocumentRef {
  tabId: number;
  frameId: number;
  documentId: string;
}

/** So far bproxy enters only top frames. */
export const TOP_FRAME = 0;

/** A document with its URL and state, as Chrome reports them. */
export interface DocumentNow extends DocumentRef {
  url: string;
  errorOccurred: boolean;
}

/** The document that the tab shows. Null if the tab has none in memory. */
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
