import type { BproxyForwardedRequest, Outcome } from '@bproxy/shared';
import { ProtocolError } from '@bproxy/shared';
import type { EditingRequest } from '../../content-messages.ts';
import { cut } from '../../cut.ts';
import { wordsIn } from '../../fill-params.ts';
import type { Tools } from '../actions/handler.ts';
import { actInPage } from '../page/act-in-page.ts';
import { askPage } from '../page/content-rpc.ts';
import { tabGone } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';
import { changeEditor } from './change-editor.ts';

const MOST_SHOWN = 1_000;

type EditRequest = BproxyForwardedRequest<'edit'>;
type SelectRequest = BproxyForwardedRequest<'select-text'>;

/** Replaces words where they are: through the API of an editor, or else in the page as a person would. */
export function editText(request: EditRequest, tools: Tools): Promise<Outcome> {
  return inEditorOrPage(request, tools, () => editByApi(request, tools));
}

async function editByApi(request: EditRequest, tools: Tools): Promise<Outcome<'edit'>> {
  const { find, replace, all = false } = request.params;
  const work = { value: replace, words: find, all, isTrial: true } as const;
  const { answer, ...rest } = await changeEditor(request, work, tools);
  if (!answer)
    throw new ProtocolError('OUTCOME_UNKNOWN', { message: 'The page was left while it was edited.' });
  const { filled, count = 0, near: around = [] } = answer;
  const method = 'editor' as const;
  if (filled) return { data: { replaced: count, around, method }, ...rest };
  const reason = 'The editor holds another text than it should. Read it.';
  return { data: { replaced: 0, around, method, reason }, ...rest };
}

/** Selects words, also in an editor that no selection of the page reaches. */
export function selectText(request: SelectRequest, tools: Tools): Promise<Outcome> {
  return inEditorOrPage(request, tools, () => selectByApi(request, tools));
}

async function selectByApi(request: SelectRequest, tools: Tools): Promise<Outcome<'select-text'>> {
  const work = { value: '', selected: wordsIn(request.params), isTrial: true } as const;
  const { answer, ...rest } = await changeEditor(request, work, tools);
  if (!answer) throw new ProtocolError('OUTCOME_UNKNOWN');
  const { filled: selected, verifiedValue } = answer;
  const reason = selected ? {} : { reason: 'The editor has selected something else.' };
  return { data: { selected, text: cut(verifiedValue, MOST_SHOWN), method: 'editor', ...reason }, ...rest };
}

/** Asks the page for an editor at the target. If its API is out of reach, the page does the work. */
async function inEditorOrPage(
  request: EditRequest | SelectRequest,
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
