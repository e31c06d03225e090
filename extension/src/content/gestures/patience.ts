import { DEFAULT_WAIT_MS, next, ProtocolError, step } from '@bproxy/shared';
import type { Obstacle } from '../../content-messages.ts';
import * as own from '../dom/own-properties.ts';
import { sleep } from '../page-clock.ts';
import type { Acting } from './acting.ts';
import { type ActionPoint, actionPoint } from './actionability.ts';
import { beforeNextLook, endOfLooking } from './ticks.ts';

/** Obstacles that an animation may remove. Where animations stand still, the element may never become usable. */
const ANIMATED: ReadonlySet<unknown> = new Set<Obstacle>([
  'hidden',
  'no-size',
  'moving',
  'covered',
  'pointer-events',
  'off-screen',
]);
/** The others that a page may be about to remove, with a timer or after an answer from its server. */
const MAY_PASS: ReadonlySet<unknown> = new Set([
  ...ANIMATED,
  'disabled',
  'inert',
  'read-only',
  'out-of-sight',
]);

/** When an action gives up that cannot begin. The agent may say how long it waits. */
export function endOfWait({ params, deadline }: { params: object; deadline: number }): number {
  const given = 'wait' in params && typeof params.wait === 'number' ? params.wait : DEFAULT_WAIT_MS;
  return endOfLooking(given, deadline);
}

export interface Patience {
  /** Until then, an attempt that the page does not allow yet is repeated. */
  until: number;
  signal: AbortSignal;
  /** From the first effect on, nothing is repeated. */
  hasActed(): boolean;
}

/** Makes the attempt again and again until the page allows it. Throws the obstacle of the last one. */
export async function patiently<T>(
  attempt: (now: Pick<Acting, 'waitedMs' | 'isLast'>) => T | Promise<T>,
  { until, signal, hasActed }: Patience,
): Promise<T> {
  const started = Date.now();
  for (;;) {
    const isLast = Date.now() >= until;
    const waitedMs = Date.now() - started;
    try {
      return await attempt({ waitedMs, isLast });
    } catch (thrown) {
      if (hasActed() || !mayPass(thrown)) throw thrown;
      if (isLast || signal.aborted) throw afterWaiting(thrown, waitedMs);
      await beforeNextLook();
    }
  }
}

/** Where a pointer would reach the element, as soon as it can. It changes nothing, so it may be repeated at any time. */
export function patientPoint(element: Element, { until, signal }: Acting): Promise<ActionPoint> {
  const hasActed = () => false;
  return patiently(() => actionPoint(element, signal), { until, signal, hasActed });
}

/** An element that is not there yet, or cannot be used yet. */
function mayPass(thrown: unknown): thrown is ProtocolError {
  if (!(thrown instanceof ProtocolError)) return false;
  const { code, details } = thrown.error;
  if (code === 'ELEMENT_NOT_FOUND') return true;
  return code === 'ELEMENT_NOT_ACTIONABLE' && MAY_PASS.has(details?.['reason']) && !isForPointer(thrown);
}

/** A style rule of the page shows the element to a real pointer alone. Waiting does not help. */
function isForPointer({ error: { details } }: ProtocolError): boolean {
  const by = details?.['revealedBy'];
  return typeof by === 'object' && by !== null && 'rule' in by;
}

function afterWaiting({ error }: ProtocolError, waitedMs: number): ProtocolError {
  const { code, suggestedAction = '', details, ...given } = error;
  const inBackground =
    own.hidden(document) && (code === 'ELEMENT_NOT_FOUND' || ANIMATED.has(details?.['reason']))
      ? next`${suggestedAction} The tab is in the background, where animations stand still and some pages draw nothing. If that is the obstacle, run ${step('tab.show')} and repeat.`
      : suggestedAction;
  return new ProtocolError(code, {
    ...given,
    suggestedAction: inBackground,
    details: { ...details, waitedMs },
  });
}

const LOOK_EVERY_MS = 50;
/** A document that kept an action waiting in vain. Some pages never finish loading: only one action waits for them. */
let endless = false;

/** An action on a page that is still loading waits for it: its scripts may not listen yet. */
export async function untilLoaded(until: number, signal: AbortSignal): Promise<void> {
  while (own.readyState(document) !== 'complete' && !endless) {
    if (signal.aborted) return;
    if (Date.now() >= until) endless = true;
    else await sleep(LOOK_EVERY_MS);
  }
}
