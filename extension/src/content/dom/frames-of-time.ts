/** Resolves after so many frames have been drawn; also in a tab that draws none, if a little later. */
export function nextFrames(count: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100 * count);
    const step = (left: number) => {
      if (left > 0) requestAnimationFrame(() => step(left - 1));
      else {
        clearTimeout(timer);
        resolve();
      }
    };
    step(count);
  });
}
