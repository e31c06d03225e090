import { ProtocolError } from '@bproxy/shared';
import { inTurn } from '../keyed-store.ts';
import { askPage } from '../page/content-rpc.ts';
import { pageNow } from '../page/page-now.ts';
import { refuseAsleep } from '../tabs/asleep.ts';
import { pictureOf } from '../tabs/capture.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import { windowShowing } from '../tabs/visible-tab.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';
import type { BackgroundHandler, Tools } from './handler.ts';

const VIEW_MS = 1_000;

/** The name of what the tab shows, for a click at a point of the picture. Null where bproxy cannot look. */
async function viewOf(tabId: number, tools: Tools, shot?: string): Promise<string | null> {
  const asked = await within(
    VIEW_MS,
    (signal) =>
      askPage(
        tools,
        tabId,
        { type: 'view', ...(shot === undefined ? {} : { shot }) },
        { signal, moment: 'now' },
      ).catch(() => null),
    tools.signal,
  );
  return asked === LATE ? null : asked;
}

/** One at a time: two screenshots that activate tabs of the same window would undo each other's work. */
const oneAtATime = inTurn();

export const screenshot: BackgroundHandler<'screenshot'> = async ({ params, target, deadline }, tools) => {
  if (params.debugger) throw new ProtocolError('DEBUGGER_DISABLED');
  const tabId = idOf(refuseAsleep(await tabOrThrow(target.tabId)));
  const activate = params.activate ?? false;
  // Without anything to capture there is no need to queue.
  if (!activate) await windowShowing(tabId);
  return oneAtATime(async () => {
    const before = await viewOf(tabId, tools);
    const picture = await pictureOf(tabId, {
      activate,
      until: deadline - MARGIN_MS.largeAnswer,
      pages: tools,
    });
    // A page that has scrolled in the meantime is not the one in the picture.
    const shot = before === null ? null : await viewOf(tabId, tools, before);
    const data = { ...picture, ...(shot === null ? {} : { shot }) };
    return { data, page: await pageNow(tabId, tools.owned, deadline) };
  });
};
