/**
 * A daemon that a browser started belongs to that browser: it stops when its last link has been gone for a while and
 * nothing is in flight. A daemon that the user started keeps running.
 */
export function watchForIdle(options: {
  graceMs: number;
  isBusy: () => boolean;
  onIdle: () => void;
}): () => void {
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    clearTimeout(timer);
    timer = undefined;
    if (options.isBusy()) return;
    timer = setTimeout(() => {
      if (options.isBusy()) check();
      else options.onIdle();
    }, options.graceMs);
    // This timer alone must not keep a daemon alive that is stopping for another reason.
    timer.unref();
  };
  check();
  return check;
}
