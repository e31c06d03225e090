import * as own from './dom/own-properties.ts';

/**
 * Waits in this document. Chrome fires the timers of a background tab once a second, after five minutes once a minute.
 * Messages are not throttled, so there the worker's timer does the waiting.
 */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    try {
      if (worker && own.hidden(document)) return worker(ms, resolve);
    } catch {
      // The port has just closed.
    }
    setTimeout(resolve, ms);
  });
}

/** Calls back after this many milliseconds, or at once when the worker goes away in the meantime. */
type Wake = (ms: number, callBack: () => void) => void;

let worker: Wake | null = null;

/** The worker that has just connected does the waiting from now on, until the returned function is called. */
export function waitWith(wake: Wake): () => void {
  worker = wake;
  return () => {
    if (worker === wake) worker = null;
  };
}
