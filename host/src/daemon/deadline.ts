import { ProtocolError } from '@bproxy/shared';
import type { Clock } from './context.ts';

/** Node timers overflow above this value and fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Fires with TIMEOUT when the deadline passes, or at once if it has already passed. */
export function deadlineSignal(deadline: number, clock: Pick<Clock, 'now'>) {
  const controller = new AbortController();
  const expire = () => controller.abort(new ProtocolError('TIMEOUT'));
  const left = deadline - clock.now();
  const timer = left > 0 ? setTimeout(expire, Math.min(left, MAX_TIMER_MS)) : undefined;
  if (left <= 0) expire();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
