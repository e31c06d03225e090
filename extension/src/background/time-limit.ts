export const LATE = Symbol('late');

/** Milliseconds to leave before the deadline of a request, by the work that still remains then. */
export const MARGIN_MS = {
  /** The answer reaches the daemon before the daemon's own timeout. */
  answer: 250,
  /** A large answer also does. */
  largeAnswer: 500,
  /** The answer is built from the replies of the page's frames. */
  frames: 500,
  /** A silent page is reported before anything else gives up. */
  silence: 500,
  /** One last look into the page. */
  lastLook: 750,
  /** The page that an action led to is described, although it is still loading. */
  newPage: 1_000,
  /** A wait that was not met is reported as unmet. */
  unmetWait: 1_000,
};

/**
 * The result of the work, or `LATE`: calls into a page that shows a dialog, or into a source view, may never end. The
 * signal ends the work when it is late, or when the outer signal fires.
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T | typeof LATE> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), Math.max(0, ms));
  });
  try {
    const signal = outer ? AbortSignal.any([outer, ending.signal]) : ending.signal;
    return await Promise.race([work(signal), late]);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** Shorter, if the signal fires. */
export function sleep(ms: number, over?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (over?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      over?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    over?.addEventListener('abort', end);
  });
}
