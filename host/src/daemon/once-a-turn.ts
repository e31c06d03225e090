/** Returns what asks for the work: it is done when the turn of the event loop is over, once however often it was asked for. */
export function onceATurn(work: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    setImmediate(() => {
      asked = false;
      work();
    });
  };
}
