import type { BproxyForwardedRequest, Outcome } from '@bproxy/shared';
import { ProtocolError } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { wordsIn } from '../../fill-params.ts';
import type { Tools } from '../actions/handler.ts';
import { changeEditor } from './change-editor.ts';
import { inEditorOrPage } from './choose-way.ts';

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
