import type { BproxyForwardedRequest, Outcome, WireResult } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { edgeOf, refuseWrongWorld } from '../../fill-params.ts';
import type { EditorAnswer } from '../../main-world/editor-answer.ts';
import type { Tools } from '../actions/handler.ts';
import type { Pages } from '../page/content-rpc.ts';
import { dataOfLeftPage } from '../page/left-page.ts';
import { changeEditor } from './change-editor.ts';

/** An object that a page presents as an editor may answer with anything, of any length. */
const MOST_REPORTED = 20_000;

type FillRequest = BproxyForwardedRequest<'fill'>;

/** Fills a rich editor through its own API. */
export async function fillByApi(
  request: FillRequest,
  pages: Pages & Pick<Tools, 'owned' | 'silent' | 'signal'>,
): Promise<Outcome<'fill'>> {
  const { method, world, value } = request.params;
  refuseWrongWorld(method, world);
  const started = Date.now();
  const edge = edgeOf(request.params);
  const isAuto = method === 'auto';
  const { answer, ...rest } = await changeEditor(
    request,
    { value, ...(edge ? { edge } : {}), ...(isAuto ? { isTrial: true } : {}) },
    pages,
  );
  const data = answer ? dataOf(answer) : leftPage(request, Date.now() - started);
  return { data: { ...data, ...(isAuto ? { method: 'editor' as const } : {}) }, ...rest };
}

function leftPage(request: FillRequest, elapsed: number): WireResult<'fill'> {
  const data = dataOfLeftPage(request, elapsed);
  return 'filled' in data ? data : { filled: false, verifiedValue: '' };
}

function dataOf({ filled, verifiedValue }: Extract<EditorAnswer, { ok: true }>): WireResult<'fill'> {
  const reasons = filled ? [] : ['The editor holds another text than it was given.'];
  if (verifiedValue.length <= MOST_REPORTED) {
    return { filled, verifiedValue, ...(filled ? {} : { reason: reasons.join(' ') }) };
  }
  reasons.push(`verifiedValue shows the first ${MOST_REPORTED} of ${verifiedValue.length} characters.`);
  return { filled, verifiedValue: cut(verifiedValue, MOST_REPORTED), reason: reasons.join(' ') };
}
