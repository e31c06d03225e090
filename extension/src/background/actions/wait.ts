import { ProtocolError } from '@bproxy/shared';
import { type Condition, conditionOf, type Look } from '../navigation/wait-conditions.ts';
import { pageNow } from '../page/page-now.ts';
import { refuseAsleep } from '../tabs/asleep.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, sleep, within } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

const DEFAULT_MS = 5_000;
/** Uneven, so that no page can detect a regular timer. */
const PAUSE_MS = { min: 180, max: 250 };
/** A page that shows a dialog does not answer. A later look finds the dialog closed, or the page gone. */
const LOOK_MS = { min: 250, max: 1_500 };

/** Runs in the background, because a content script does not outlive the navigation that it would wait for. */
export const wait: BackgroundHandler<'wait'> = async (request, tools) => {
  const { injection, owned, silent, signal } = tools;
  const { any, timeout = DEFAULT_MS, ...one } = request.params;
  const conditions = (any ?? [one]).map(conditionOf);
  const tabId = idOf(refuseAsleep(await tabOrThrow(request.target.tabId)));
  const startedAt = Date.now();
  const until = Math.min(startedAt + timeout, request.deadline - MARGIN_MS.unmetWait);
  const look = async (looking: AbortSignal) => {
    // The user may have taken the tab since the last look, and bproxy does not look into their page.
    await owned.refuseForeign(tabId);
    return firstMet(conditions, (condition) =>
      condition.look({
        session: request.session,
        tabId,
        tools,
        deadline: request.deadline,
        signal: looking,
        startedAt,
      }),
    );
  };
  const { end, which } = await poll(look, until, signal);
  const elapsed = Date.now() - startedAt;
  if (end === 'silent') await silent.refuseSilent(tabId, request.deadline);
  if (end === 'refused') {
    // This call knows best why a page is closed to extensions, and throws the matching error.
    await within(LOOK_MS.min, () => injection.documentOf(tabId));
    throw new ProtocolError('PAGE_RESTRICTED');
  }
  const met = which === undefined ? undefined : conditions[which];
  const data = {
    matched: end === 'met',
    elapsed,
    ...(any && which !== undefined ? { which } : {}),
    ...met?.finding,
  };
  return { data, page: await pageNow(tabId, owned, request.deadline) };
};

interface Looked {
  look: Look;
  which?: number;
}

/** The first condition that is true, in the order of the request. */
async function firstMet(
  conditions: Condition[],
  lookAt: (condition: Condition) => Promise<Look>,
): Promise<Looked> {
  let best: Look = 'refused';
  for (const [which, condition] of conditions.entries()) {
    const look = await lookAt(condition);
    if (look === 'met') return { look, which };
    if (look === 'unmet') best = 'unmet';
  }
  return { look: best };
}

/** `refused` if no look into the page succeeded, `silent` if the page never answered. */
async function poll(
  lookNow: (signal: AbortSignal) => Promise<Looked>,
  until: number,
  signal: AbortSignal,
): Promise<{ end: 'met' | 'unmet' | 'refused' | 'silent'; which?: number }> {
  let end: 'unmet' | 'refused' | 'silent' = 'refused';
  for (;;) {
    const limit = Math.max(LOOK_MS.min, Math.min(LOOK_MS.max, until - Date.now()));
    const looked = await within(limit, lookNow, signal);
    if (looked !== LATE && looked.look === 'met') return { ...looked, end: 'met' };
    if (looked !== LATE && looked.look === 'unmet') end = 'unmet';
    else if (looked === LATE && end === 'refused') end = 'silent';
    const left = until - Date.now();
    if (left <= 0 || signal.aborted) return { end };
    await sleep(Math.min(left, PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)), signal);
  }
}
