import * as own from '../dom/own-properties.ts';
import { beforeNextLook, nextTicks } from './ticks.ts';

/** Jittered, so that a page sees no cadence. */
const SHORT_LOOK_MS = { min: 20, max: 50 };
const LONGEST_MS = 1_200;

export interface Settled {
  stable: boolean;
  /** Milliseconds that the page was given, from the start of the watch. */
  elapsed: number;
}

/**
 * Watches whether the page comes to rest after an action. The watch starts before the action: a page that is as it
 * was after two frames, and once more a moment later, has not reacted, and that is all there is to be seen of it:
 * some 70 ms. One that has changed is believed after two more looks that are equal; one that keeps changing is
 * reported as unstable after 1.2 s.
 */
export function watchPage(): { settled(): Promise<Settled> } {
  const before = signature();
  return {
    async settled() {
      const started = performance.now();
      const end = (stable: boolean) => ({ stable, elapsed: Math.round(performance.now() - started) });
      await nextTicks(2);
      const soon = signature();
      await shortWhile();
      let last = signature();
      if (soon === before && last === before) return end(true);
      let equal = 0;
      while (performance.now() - started < LONGEST_MS) {
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
  return new Promise((resolve) => setTimeout(resolve, min + Math.random() * (max - min)));
}

/** Cheap on large pages: how much there is, not what. */
function signature(): string {
  const body: HTMLElement | null = own.body(document);
  return [
    location.href,
    own.getElementsByTagName(document, '*').length,
    body ? (own.textContent(body)?.length ?? 0) : 0,
    body ? own.scrollHeight(body) : 0,
  ].join();
}
