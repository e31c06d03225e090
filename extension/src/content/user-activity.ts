import { ProtocolError } from '@bproxy/shared';
import { endOfLooking } from './gestures/ticks.ts';
import { sleep } from './page-clock.ts';

const LOOK_EVERY_MS = 200;
/** How long Chrome lets a page use a person's key or click. */
const ACTIVATION_MS = 5_000;

/** The user pressed a key or clicked in this page in the last five seconds. Events of a script do not count. */
export function isUserActive(): boolean {
  return navigator.userActivation.isActive;
}

/** The user became active before the action had its first effect. Nothing was done. */
export class UserBecameActive extends Error {
  override readonly name = 'UserBecameActive';
}

/**
 * Waits until the user has left the page alone for five seconds. Until then, an action would use up what Chrome allows
 * the page for the user's own click: opening a window or a file chooser.
 */
export async function untilUserRests(deadline: number, signal: AbortSignal): Promise<void> {
  const end = endOfLooking(Number.POSITIVE_INFINITY, deadline);
  while (isUserActive()) {
    if (Date.now() + LOOK_EVERY_MS > end) {
      throw new ProtocolError('USER_ACTIVE', { details: { retryAfterMs: ACTIVATION_MS } });
    }
    await sleep(LOOK_EVERY_MS);
    signal.throwIfAborted();
  }
}
