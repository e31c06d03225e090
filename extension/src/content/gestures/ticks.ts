/**
 * Resolves after so many frames have been drawn, with true; with false in a tab that has not drawn them in 100 ms each:
 * one that nobody sees draws none at all.
 */
export function nextFrames(count: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 100 * count);
    const step = (left: number) => {
      if (left > 0) requestAnimationFrame(() => step(left - 1));
      else {
        clearTimeout(timer);
        resolve(true);
      }
    };
    step(count);
  });
}
