export const LATE = Symbol('late');

/** What the work gives, or `LATE`: calls into a page that shows a dialog, or a source view, may never end. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Shorter, if the signal fires. */
export function sleep(ms: number, over?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      over?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    over?.addEventListener('abort', end);
  });
}
