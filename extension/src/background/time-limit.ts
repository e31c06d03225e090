export const LATE = Symbol('late');

/** Leaves the answer time to reach the daemon before it gives up by itself. */
export const ANSWER_MS = 250;

/**
 * The result of the work, or `LATE`: calls into a page that shows a dialog, or a source view, may never end. The
 * signal ends the work when it is late, or when the outer one fires.
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
