import {
  type BproxyForwardedRequest,
  DEFAULT_WAIT_MS,
  type ErrorCode,
  next,
  type Outcome,
  ProtocolError,
  param,
  type WireEffect,
  type WireResult,
} from '@bproxy/shared';
import type { PlacedTarget } from '../../content-messages.ts';
import { cut } from '../../cut.ts';
import { edgeOf, refuseWrongWorld } from '../../fill-params.ts';
import { type EditorAnswer, isEditorAnswer, type Refusal } from '../../main-world/editor-answer.ts';
import { EDITOR_NAMES } from '../../main-world/editor-names.ts';
import { fillEditor } from '../../main-world/fill-editor.ts';
import type { Tools } from '../actions/handler.ts';
import { tabGone } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, sleep, within } from '../time-limit.ts';
import { askPage, type Pages } from './content-rpc.ts';
import type { DocumentRef } from './document-ref.ts';
import { DocumentReplaced } from './injection.ts';
import { dataOfLeftPage } from './left-page.ts';
import { runInMainWorld } from './main-world.ts';
import { pageNow } from './page-now.ts';
import { patienceAfter } from './silent-pages.ts';

/** An object that a page presents as an editor may answer with anything, of any length. */
const MOST_REPORTED = 20_000;
const EFFECT_MS = 1_000;
const BY_PASTE = next`Fill it with ${param({ method: 'paste', world: 'isolated' })}.`;

type FillRequest = BproxyForwardedRequest<'fill'>;

/**
 * Fills a rich editor through its own API, in the world of the page's own scripts.
 */
export async function fillByApi(
  request: FillRequest,
  pages: Pages & Pick<Tools, 'owned' | 'silent' | 'signal'>,
): Promise<Outcome<'fill'>> {
  const { method, world, value } = request.params;
  refuseWrongWorld(method, world);
  const { tabId } = request.target;
  if (tabId === null) throw tabGone();
  const started = Date.now();
  await pages.silent.refuseKnown(tabId);
  await pages.silent.refuseSilent(tabId, request.deadline);
  const target = await placeOf(request, tabId, pages);
  const document = await documentOf(pages.injection, tabId);
  refuseReplaced(request, document);
  // The function checks the deadline itself, because no signal reaches the page's own world.
  const write = () =>
    within(request.deadline - MARGIN_MS.answer - Date.now(), () => runPatiently(request, target, document));
  const answer = await pages.silent.whileItAnswers(write, {
    signal: pages.signal,
    tabId,
    deadline: request.deadline,
    patience: patienceAfter(value.length),
    message: () =>
      'The editor was given the text, but the page has not answered since: it shows a dialog, or is very busy.',
  });
  if (answer === LATE) throw late();
  const data = answer ? dataOf(answer, target) : leftPage(request, Date.now() - started);
  const effect: WireEffect = answer ? await effectIn(document, pages) : { seen: 'navigation' };
  return { data, effect, page: await pageNow(tabId, pages.owned, request.deadline) };
}

/** The content script knows which element a handle names, and watches it from now on. A stale handle goes no further. */
async function placeOf(
  request: FillRequest,
  tabId: number,
  pages: Pages & Pick<Tools, 'signal'>,
): Promise<PlacedTarget> {
  const place = await within(
    request.deadline - MARGIN_MS.answer - Date.now(),
    (signal) => askPage(pages, tabId, { type: 'locate', request }, { signal }),
    pages.signal,
  );
  if (place === LATE) throw late();
  return place;
}

/** The target was located in the document that the handle was read in, so it must be written there. */
function refuseReplaced({ params: { target } }: FillRequest, { documentId }: DocumentRef): void {
  if (!('handle' in target) || target.documentId === documentId) return;
  throw new ProtocolError('ELEMENT_HANDLE_STALE', {
    message: 'The page does not know the handle any more.',
    details: { handle: target.handle, reason: 'forgotten' },
  });
}

/** A page that is replaced during the injection has received nothing. So bproxy tries the next page, once. */
async function documentOf(injection: Pages['injection'], tabId: number, again = 1): Promise<DocumentRef> {
  try {
    return await injection.documentOf(tabId);
  } catch (error) {
    if (!(error instanceof DocumentReplaced)) throw error;
    if (again > 0) return documentOf(injection, tabId, again - 1);
    throw new ProtocolError('SCRIPT_ERROR', {
      message: 'The page was replaced twice before the action could begin. Nothing was done.',
    });
  }
}

/** What a page may be about to change: its script may still be loading the editor. */
const MAY_PASS = new Set<Refusal>(['not-found', 'no-editor', 'invisible', 'disabled', 'read-only']);
const LOOK_EVERY_MS = 200;

async function runPatiently(
  request: FillRequest,
  target: PlacedTarget,
  document: DocumentRef,
): Promise<EditorAnswer | null> {
  const { params, deadline } = request;
  const until = Math.min(Date.now() + (params.wait ?? DEFAULT_WAIT_MS), deadline - MARGIN_MS.answer);
  for (;;) {
    const answer = await fillOnce(request, target, document);
    const mayPass = answer && !answer.ok && !answer.acted && MAY_PASS.has(answer.reason);
    if (!mayPass || Date.now() + LOOK_EVERY_MS > until) return answer;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Null when the page unloaded while the function ran. */
async function fillOnce(
  { params, hiddenTabs, deadline }: FillRequest,
  target: PlacedTarget,
  document: DocumentRef,
): Promise<EditorAnswer | null> {
  const edge = edgeOf(params);
  const result = await runInMainWorld(document, fillEditor, [
    target,
    params.value,
    EDITOR_NAMES,
    hiddenTabs !== 'refuse',
    deadline - MARGIN_MS.answer,
    edge === undefined ? {} : { edge },
  ]);
  if (result === null) return null;
  if (isEditorAnswer(result)) return result;
  throw new ProtocolError('OUTCOME_UNKNOWN', { message: 'The page gave an answer that cannot be read.' });
}

/** The content script has watched the page since it located the field. */
async function effectIn(document: DocumentRef, { ports }: Pages): Promise<WireEffect> {
  const asked = await within(EFFECT_MS, () => ports.ask(document, { type: 'effect' }).catch(() => null));
  const value = asked !== LATE && asked?.ok ? asked.value : null;
  // Without an answer the page has gone.
  return typeof value === 'object' && value && 'seen' in value ? value : { seen: 'navigation' };
}

function leftPage(request: FillRequest, elapsed: number): WireResult<'fill'> {
  const data = dataOfLeftPage(request, elapsed);
  return 'filled' in data ? data : { filled: false, verifiedValue: '' };
}

function dataOf(answer: EditorAnswer, target: PlacedTarget): WireResult<'fill'> {
  if (answer.ok) {
    const { filled, verifiedValue } = answer;
    const reasons = filled ? [] : ['The editor holds another text than it was given.'];
    if (verifiedValue.length <= MOST_REPORTED) {
      return { filled, verifiedValue, ...(filled ? {} : { reason: reasons.join(' ') }) };
    }
    reasons.push(`verifiedValue shows the first ${MOST_REPORTED} of ${verifiedValue.length} characters.`);
    return { filled, verifiedValue: cut(verifiedValue, MOST_REPORTED), reason: reasons.join(' ') };
  }
  const { reason, selector, count, acted } = answer;
  const [code, message] = acted
    ? (['OUTCOME_UNKNOWN', 'The editor failed while it took the text: it may hold a part of it.'] as const)
    : errorOf(reason, target.expect !== undefined);
  throw new ProtocolError(code, {
    message,
    ...(reason === 'no-editor' || reason === 'failed' ? { suggestedAction: BY_PASTE } : {}),
    ...(reason === 'no-editor' ? { retry: 'never' as const } : {}),
    details: { reason, ...(selector ? { selector } : {}), ...(count ? { count } : {}) },
  });
}

function errorOf(reason: Refusal, byHandle: boolean): readonly [ErrorCode, string] {
  const [code, message] = ERROR_OF[reason];
  const isGone = code === 'ELEMENT_NOT_FOUND' || code === 'SELECTOR_AMBIGUOUS';
  if (!byHandle || !isGone) return [code, message];
  return ['ELEMENT_HANDLE_STALE', 'The element that the handle was made for is not there any more.'];
}

const ERROR_OF = {
  'hidden-tab': ['TAB_NOT_VISIBLE', 'The tab is in the background, and the owner lets no action run there.'],
  'not-a-selector': ['SCRIPT_ERROR', 'The target is not a CSS selector.'],
  'not-found': ['ELEMENT_NOT_FOUND', 'Nothing on the page matches the selector.'],
  ambiguous: ['SELECTOR_AMBIGUOUS', 'The selector matches more than one element.'],
  'closed-shadow': [
    'ELEMENT_NOT_FOUND',
    'A host on the route has no open shadow root, so nothing inside it can be reached.',
  ],
  changed: [
    'ELEMENT_HANDLE_STALE',
    'The element that the handle was made for has a different tag, role or name now.',
  ],
  'no-editor': ['SCRIPT_ERROR', 'No editor whose API can be reached is at the target.'],
  'several-editors': ['SELECTOR_AMBIGUOUS', 'More than one editor is in the target.'],
  invisible: ['ELEMENT_NOT_ACTIONABLE', 'The editor cannot be seen.'],
  disabled: ['ELEMENT_NOT_ACTIONABLE', 'The editor is disabled.'],
  'read-only': ['ELEMENT_NOT_ACTIONABLE', 'The editor is read-only.'],
  late: ['TIMEOUT', 'The page reached the request only after the deadline. Nothing was written.'],
  failed: ['SCRIPT_ERROR', 'The API of the editor could not be called. Nothing was changed.'],
} as const satisfies Record<Refusal, readonly [ErrorCode, string]>;

function late(): ProtocolError {
  return new ProtocolError('TIMEOUT', {
    message: 'The page did not answer before the deadline: it is still loading, or busy.',
  });
}
