import { ProtocolError } from '@bproxy/shared';
import { inTurn } from '../keyed-store.ts';
import { pageNow } from '../page/page-now.ts';
import { refuseAsleep } from '../tabs/asleep.ts';
import { pictureOf } from '../tabs/capture.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import { windowShowing } from '../tabs/visible-tab.ts';
import { MARGIN_MS } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

/** One at a time: two screenshots that activate tabs of the same window would undo each other's work. */
const oneAtATime = inTurn();

export const screenshot: BackgroundHandler<'screenshot'> = async ({ params, target, deadline }, tools) => {
  if (params.debugger) throw new ProtocolError('DEBUGGER_DISABLED');
  const tabId = idOf(refuseAsleep(await tabOrThrow(target.tabId)));
  const activate = params.activate ?? false;
  // Without anything to capture there is no need to queue.
  if (!activate) await windowShowing(tabId);
  return oneAtATime(async () => {
    const data = await pictureOf(tabId, {
      activate,
      until: deadline - MARGIN_MS.largeAnswer,
      pages: tools,
    });
    return { data, page: await pageNow(tabId, tools.owned, deadline) };
  });
};
