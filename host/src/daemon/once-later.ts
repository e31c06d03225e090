/**
 * Returns a function that schedules the work. However often it is called, the work runs once, at the end of the turn
 * or at `later`.
 */
export function onceLater(work: () => void, later: (run: () => void) => unknown = setImmediate): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    later(() => {
      asked = false;
      work();
    });
  };
}
