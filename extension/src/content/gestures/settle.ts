import * as own from '../dom/own-properties.ts';
import { sleep } from '../page-clock.ts';
import { beforeNextLook, nextTicks } from './ticks.ts';

/** Jittered, so that a page sees no regular interval. */
const SHORT_LOOK_MS = { min: 20, max: 50 };
const LONGEST_MS = 1_200;

export interface Settled {
  stable: boolean;
  /** Milliseconds that the page was given, from the start of the watch. */
  elapsed: number;
}

/**
 * Watches whether the page settles after an action. The watch starts before the action. A page that is unchanged after
 * two ticks, and once more a moment later, has not reacted: this takes some 70 ms. A page that has changed is settled
 * after two more equal looks. One that keeps changing is reported as unstable after 1.2 s.
 */
export function watchPage(): { settled(signal: AbortSignal): Promise<Settled> } {
  const before = signature();
  return {
    async settled(signal) {
      const started = performance.now();
      const end = (stable: boolean) => ({ stable, elapsed: Math.round(performance.now() - started) });
      await nextTicks(2);
      const soon = signature();
      await shortWhile();
      let last = signature();
      if (soon === before && last === before) return end(true);
      let equal = 0;
      while (performance.now() - started < LONGEST_MS && !signal.aborted) {
        await beforeNextLook();
        const now = signature();
        equal = now === last ? equal + 1 : 0;
        if (equal >= 2) return end(true);
        last = now;
      }
      return end(false);
    },
  };
}

function shortWhile(): Promise<void> {
  const { min, max } = SHORT_LOOK_MS;
  return sleep(min + Math.random() * (max - min));
}

/** Cheap on large pages: it measures how much content there is, not which. */
function signature(): string {
  const body: HTMLElement | null = own.body(document);
  return [
    location.href,
    own.getElementsByTagName(document, '*').length,
    body ? (own.textContent(body)?.length ?? 0) : 0,
    body ? own.scrollHeight(body) : 0,
  ].join();
}
