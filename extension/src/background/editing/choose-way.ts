import { type Outcome, ProtocolError } from '@bproxy/shared';
import type { EditingRequest } from '../../content-messages.ts';
import type { Tools } from '../actions/handler.ts';
import { actInPage } from '../page/act-in-page.ts';
import { askPage } from '../page/content-rpc.ts';
import { tabGone } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';

/** Asks the page for an editor at the target. If its API is out of reach, the page does the work. */
export async function inEditorOrPage(
  request: EditingRequest,
  tools: Tools,
  byApi: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!(await hasEditor(request, tools))) return actInPage(request, tools);
  try {
    return await byApi();
  } catch (error) {
    const isOutOfReach = error instanceof ProtocolError && error.error.details?.['reason'] === 'no-editor';
    if (!isOutOfReach) throw error;
    return actInPage(request, tools);
  }
}

async function hasEditor(request: EditingRequest, tools: Tools): Promise<boolean> {
  const { tabId } = request.target;
  if (tabId === null) throw tabGone();
  await tools.silent.refuseKnown(tabId);
  await tools.silent.refuseSilent(tabId, request.deadline);
  const limitMs = request.deadline - MARGIN_MS.answer - Date.now();
  const asked = await within(
    limitMs,
    (signal) => askPage(tools, tabId, { type: 'editor', request }, { signal }),
    tools.signal,
  );
  if (asked === LATE) throw new ProtocolError('TIMEOUT');
  return asked;
}
