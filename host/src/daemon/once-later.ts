/** Returns what asks for the work: it is done once, however often it was asked for; when the turn is over, or `later`. */
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
