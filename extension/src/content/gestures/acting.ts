/** What the steps of an action share with the background. */
export interface Acting {
  /** Notifies the background before the first effect: a page that dies from here on counts as acted on. */
  announce(): void;
  /**
   * Fires when no caller waits for the answer any more. A wait before an effect then throws. A wait after the last
   * effect only ends: the action has happened, and is reported as such.
   */
  signal: AbortSignal;
}

/** For an action of several steps: it announces only the first one, and starts none after the caller has gone. */
export function announcedOnce({ announce, signal }: Acting): Acting {
  let isAnnounced = false;
  return {
    signal,
    announce() {
      if (isAnnounced) signal.throwIfAborted();
      else announce();
      isAnnounced = true;
    },
  };
}
