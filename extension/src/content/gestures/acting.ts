import type { WireEffect } from '@bproxy/shared';
import type { Settled } from './settle.ts';

/** What only the action itself knows about its effect. */
export type EffectNotes = Pick<WireEffect, 'prevented' | 'hint'>;

/** What the steps of an action share with the background. */
export interface Acting {
  /**
   * Notifies the background before the first effect: a page that dies from here on counts as acted on. What changes from
   * here on, in this element and elsewhere, is the effect of the action.
   */
  announce(element: Element | null): void;
  /** Until then, the action waits for an element that is not there or cannot be used yet. */
  until: number;
  /** The milliseconds that it has waited before this attempt. */
  waitedMs: number;
  /** No other attempt will follow. */
  isLast: boolean;
  /** Adds to the effect that the answer reports. */
  note(notes: EffectNotes): void;
  /** Waits until the page has settled after the announced action. */
  settled(): Promise<Settled>;
  /**
   * Fires when no caller waits for the answer any more. A wait before an effect then throws. A wait after the last
   * effect only ends: the action has happened, and is reported as such.
   */
  signal: AbortSignal;
}

/** For an action of several steps: it announces only the first one, and starts none after the caller has gone. */
export function announcedOnce(acting: Acting): Acting {
  let isAnnounced = false;
  return {
    ...acting,
    announce(element) {
      if (isAnnounced) acting.signal.throwIfAborted();
      else acting.announce(element);
      isAnnounced = true;
    },
  };
}
