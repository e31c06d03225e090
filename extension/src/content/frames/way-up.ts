import type { Barrier, FrameInParent, Point } from '../../content-messages.ts';

/** Asks the pages around this frame. */
type AskAbove = (here: FrameInParent, point?: Point) => Promise<Barrier | null>;

let askAbove: AskAbove | null = null;

/** The worker that has just connected asks the pages around, until the returned function is called. */
export function askAboveWith(ask: AskAbove): () => void {
  askAbove = ask;
  return () => {
    if (askAbove === ask) askAbove = null;
  };
}

/** The page cannot change this: a document's own view of its window is not the page's. */
export function isFramed(): boolean {
  return window.parent !== window;
}

/** What tells this frame from others in the page that it is in. */
export function hereInParent(): FrameInParent {
  const { parent } = window;
  let index = parent.length - 1;
  while (index >= 0 && parent[index] !== window) index -= 1;
  const { timeOrigin } = performance;
  return {
    ...{ index, url: location.href, width: innerWidth, height: innerHeight },
    ...{ windowName: window.name, timeOrigin },
  };
}

/**
 * What keeps a person from this frame, or a pointer from this point of it, in the pages around it. Null in the page
 * itself, and where nothing does.
 */
export async function barrierAbove(point?: Point): Promise<Barrier | null> {
  if (!isFramed()) return null;
  // Without a worker no caller waits for the act.
  return askAbove ? askAbove(hereInParent(), point) : null;
}
