import { focusedElement } from '../dom/focused-element.ts';
import * as own from '../dom/own-properties.ts';
import { sleep } from '../page-clock.ts';
import { beforeNextLook, nextTicks } from './ticks.ts';

/** Jittered, so that a page sees no regular interval. */
const SHORT_LOOK_MS = { min: 20, max: 50 };
const LONGEST_MS = 1_200;

export interface Settled {
  stable: boolean;
  /** Milliseconds that the page was given. */
  elapsed: number;
}

/**
 * Watches whether the page settles after an action. The watch starts before the action. A page that is unchanged after
 * two ticks, and once more a moment later, has not reacted: this takes some 70 ms. A page that has changed is settled
 * after two more equal looks. One that keeps changing is reported as unstable after 1.2 s.
 */
export function watchPage(): { settled(signal: AbortSignal): Promise<boolean> } {
  const before = content();
  return {
    async settled(signal) {
      const started = performance.now();
      // The action itself moves the focus and writes values.
      const atOnce = [...before, ...entry()];
      await nextTicks(2);
      const soon = signature();
      await shortWhile();
      let last = signature();
      if (isSame(soon, atOnce) && isSame(last, atOnce)) return true;
      let equal = 0;
      while (performance.now() - started < LONGEST_MS && !signal.aborted) {
        await beforeNextLook();
        const now = signature();
        equal = isSame(now, last) ? equal + 1 : 0;
        if (equal >= 2) return true;
        last = now;
      }
      return false;
    },
  };
}

function shortWhile(): Promise<void> {
  const { min, max } = SHORT_LOOK_MS;
  return sleep(min + Math.random() * (max - min));
}

function signature(): unknown[] {
  return [...content(), ...entry()];
}

/** Cheap on large pages: it measures how much content there is, not which. */
function content(): unknown[] {
  const body: HTMLElement | null = own.body(document);
  return [
    location.href,
    own.getElementsByTagName(document, '*').length,
    body ? (own.textContent(body)?.length ?? 0) : 0,
    body ? own.scrollHeight(body) : 0,
    window.length,
  ];
}

/** Where the user would type now, and what is there. */
function entry(): unknown[] {
  const focus = focusedElement();
  const isText = focus instanceof HTMLInputElement || focus instanceof HTMLTextAreaElement;
  return [focus, isText ? focus.value : ''];
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, at) => value === other[at]);
}
