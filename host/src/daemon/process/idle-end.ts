/**
 * A daemon that a browser started belongs to it: it ends when its last link has been gone for a while
 * and nothing is in flight. One that the user started stays.
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
    // Alone it must not keep a daemon alive that is ending for another reason.
    timer.unref();
  };
  check();
  return check;
}
