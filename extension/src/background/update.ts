const LONGEST_WAIT_MS = 30_000;
const LOOK_EVERY_MS = 500;

/**
 * Chrome puts an update in place when the worker has ended, and a worker with an open native port never
 * does: so the extension reloads itself, in a moment of rest, at the latest after half a minute.
 */
export function reloadWhenIdle(inFlight: () => number, now = Date.now()): void {
  const look = () => {
    if (inFlight() === 0 || Date.now() - now > LONGEST_WAIT_MS) chrome.runtime.reload();
    else setTimeout(look, LOOK_EVERY_MS);
  };
  look();
}
