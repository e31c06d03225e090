import {
  type ElementHandle,
  type ForwardedHandle,
  MAX_HANDLES_IN_FRAMES,
  MAX_HANDLES_PER_READ,
  type MintedHandles,
} from '@bproxy/shared';

/** One document of a read: its handles begin with this number. */
export interface ReadDocument extends Omit<MintedHandles, 'others'> {
  first: number;
}

/** The page itself, then its frames, as far as there may be handles. */
export function documentsOf({ others = [], ...page }: MintedHandles, first: number): ReadDocument[] {
  let [next, leftInFrames] = [first, MAX_HANDLES_IN_FRAMES];
  return [page, ...others].map(({ read, count: asked, documentId, frame }, at) => {
    const count = Math.min(asked, at === 0 ? MAX_HANDLES_PER_READ : leftInFrames);
    if (at > 0) leftInFrames -= count;
    next += count;
    return { read, count, documentId, ...(frame ? { frame } : {}), first: next - count };
  });
}

export function forwarded(handle: ElementHandle, { read, documentId, frame }: ReadDocument): ForwardedHandle {
  return { handle, read, documentId, ...(frame ? { frame } : {}) };
}
