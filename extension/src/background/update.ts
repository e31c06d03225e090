const LONGEST_WAIT_MS = 30_000;
const LOOK_EVERY_MS = 500;

/**
 * Chrome installs an update when the worker has ended, but a worker with an open native port never ends. So the
 * extension reloads itself in an idle moment, after half a minute at the latest.
 */
export function reloadWhenIdle(inFlight: () => number, now = Date.now()): void {
  const look = () => {
    if (inFlight() === 0 || Date.now() - now > LONGEST_WAIT_MS) chrome.runtime.reload();
    else setTimeout(look, LOOK_EVERY_MS);
  };
  look();
}
