import type { WireEffect } from '@bproxy/shared';
import type { PageTools } from '../actions/handler.ts';
import type { EffectNotes } from '../gestures/acting.ts';
import { type Settled, watchPage } from '../gestures/settle.ts';
import { isUserActive, UserBecameActive } from '../user-activity.ts';
import { type EffectWatch, watchEffect } from './effect-watch.ts';

/** An act that is watched from its announcement on: what it changes, and whether the page settles. */
export class WatchedAct {
  #watch: EffectWatch | undefined;
  #settling: ReturnType<typeof watchPage> | undefined;
  #notes: Omit<WireEffect, 'seen'> = {};

  get hasBegun(): boolean {
    return this.#watch !== undefined;
  }

  /** The tools of the act, which report to this watch what they do. */
  tools(given: Omit<PageTools, 'announce' | 'note' | 'settled'>, announce: () => void): PageTools {
    return {
      ...given,
      announce: (element) => {
        // The same task goes on to act, so the user cannot become active in between.
        if (!this.hasBegun && isUserActive()) throw new UserBecameActive();
        announce();
        this.#watch ??= watchEffect(element);
        this.#settling ??= watchPage();
      },
      note: (notes: EffectNotes) => {
        this.#notes = { ...this.#notes, ...notes };
      },
      settled: () => this.#settled(given.signal),
    };
  }

  effect(): WireEffect {
    return { ...(this.#watch?.seen() ?? { seen: 'none' }), ...this.#notes };
  }

  async #settled(signal: AbortSignal): Promise<Settled> {
    const started = performance.now();
    const stable = (await this.#settling?.settled(signal)) ?? true;
    if (await this.#watch?.isRestless()) this.#notes = { ...this.#notes, restless: true };
    return { stable, elapsed: Math.round(performance.now() - started) };
  }
}
