import {
  type ForwardedFrame,
  MAX_HANDLES_IN_FRAMES,
  MAX_HANDLES_PER_READ,
  type MintedHandles,
} from '@bproxy/shared';

/** An element with a handle: the read that gave it its number, and its document. */
export interface NumberedElement {
  number: number;
  read: number;
  documentId: string;
  frame?: ForwardedFrame;
}

export interface NumberedElements {
  elements: NumberedElement[];
  /** The number of the next element that gets a new one. */
  next: number;
}

/** The elements of the page itself, then of its frames, as far as there may be handles. New numbers begin with the first. */
export function numbered({ others = [], ...page }: MintedHandles, first: number): NumberedElements {
  const found: NumberedElements = { elements: [], next: first };
  let leftInFrames = MAX_HANDLES_IN_FRAMES;
  for (const [at, minted] of [page, ...others].entries()) {
    const most = at === 0 ? MAX_HANDLES_PER_READ : leftInFrames;
    const own = [...keptIn(minted, first), ...newIn(minted, found.next)].slice(0, most);
    if (at > 0) leftInFrames -= own.length;
    found.elements.push(...own);
    found.next += minted.count;
  }
  return found;
}

/** A number that the daemon does not know yet is new: no earlier read can have given it out. */
function keptIn({ again = [], documentId, frame }: MintedHandles, first: number): NumberedElement[] {
  return again.flatMap(({ read, numbers }) =>
    numbers
      .filter((number) => number < first)
      .map((number) => ({ number, read, documentId, ...(frame ? { frame } : {}) })),
  );
}

function newIn({ read, count, documentId, frame }: MintedHandles, first: number): NumberedElement[] {
  return Array.from({ length: Math.min(count, MAX_HANDLES_PER_READ) }, (_, index) => ({
    number: first + index,
    read,
    documentId,
    ...(frame ? { frame } : {}),
  }));
}
