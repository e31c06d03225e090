import { DEFAULT_WAIT_MS, type PageState, ProtocolError, type WireEffect } from '@bproxy/shared';
import type { EditingRequest, PlacedTarget } from '../../content-messages.ts';
import { type EditorAnswer, isEditorAnswer, type Refusal } from '../../main-world/editor-answer.ts';
import type { EditorChange } from '../../main-world/editor-change.ts';
import { EDITOR_NAMES } from '../../main-world/editor-names.ts';
import { fillEditor } from '../../main-world/fill-editor.ts';
import type { Tools } from '../actions/handler.ts';
import { askPage, documentFor, type Pages } from '../page/content-rpc.ts';
import type { DocumentRef } from '../page/document-ref.ts';
import { DocumentReplaced } from '../page/injection.ts';
import { runInMainWorld } from '../page/main-world.ts';
import { pageNow } from '../page/page-now.ts';
import { patienceAfter } from '../page/silent-pages.ts';
import { tabGone } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, sleep, within } from '../time-limit.ts';
import { refusalOf } from './editor-errors.ts';

const EFFECT_MS = 1_000;

type EditingTools = Pages & Pick<Tools, 'owned' | 'silent' | 'signal'>;

/** What the editor is asked for. */
interface Work extends EditorChange {
  value: string;
  /** Whether another way follows if no editor can be reached. Then it is not waited for. */
  isTrial?: true;
}

interface Changed {
  /** Null if the page unloaded while the function ran. */
  answer: Extract<EditorAnswer, { ok: true }> | null;
  effect: WireEffect;
  page: PageState;
}

/** Changes a rich editor through its own API, in the world of the page's own scripts. */
export async function changeEditor(
  request: EditingRequest,
  work: Work,
  pages: EditingTools,
): Promise<Changed> {
  const { tabId } = request.target;
  if (tabId === null) throw tabGone();
  await pages.silent.refuseKnown(tabId);
  await pages.silent.refuseSilent(tabId, request.deadline);
  const target = await placeOf(request, tabId, pages);
  const document = await documentOf(pages, tabId, request);
  refuseReplaced(request, document);
  // The function checks the deadline itself, because no signal reaches the page's own world.
  const write = () =>
    within(request.deadline - MARGIN_MS.answer - Date.now(), () =>
      runPatiently(request, work, target, document),
    );
  const answer = await pages.silent.whileItAnswers(write, {
    signal: pages.signal,
    tabId,
    deadline: request.deadline,
    patience: patienceAfter(work.value.length),
    message: () =>
      'The editor was given the text, but the page has not answered since: it shows a dialog, or is very busy.',
  });
  if (answer === LATE) throw late();
  if (answer && !answer.ok) throw refusalOf(answer, target.expect !== undefined);
  const effect: WireEffect = answer ? await effectIn(document, pages) : { seen: 'navigation' };
  return { answer, effect, page: await pageNow(tabId, pages.owned, request.deadline) };
}

/** The content script knows which element a handle names, and watches it from now on. A stale handle goes no further. */
async function placeOf(
  request: EditingRequest,
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
function refuseReplaced({ params: { target } }: EditingRequest, { documentId }: DocumentRef): void {
  if (!target || !('handle' in target) || target.documentId === documentId) return;
  throw new ProtocolError('ELEMENT_HANDLE_STALE', {
    message: 'The page does not know the handle any more.',
    details: { handle: target.handle, reason: 'forgotten' },
  });
}

/** A page that is replaced during the injection has received nothing. So bproxy tries the next page, once. */
async function documentOf(
  pages: Pages,
  tabId: number,
  request: EditingRequest,
  again = 1,
): Promise<DocumentRef> {
  try {
    return await documentFor(pages, tabId, { type: 'locate', request });
  } catch (error) {
    if (!(error instanceof DocumentReplaced)) throw error;
    if (again > 0) return documentOf(pages, tabId, request, again - 1);
    throw new ProtocolError('SCRIPT_ERROR', {
      message: 'The page was replaced twice before the action could begin. Nothing was done.',
    });
  }
}

/** What a page may be about to change: its script may still be loading the editor. */
const MAY_PASS = new Set<Refusal>(['not-found', 'no-editor', 'invisible', 'disabled', 'read-only']);
const LOOK_EVERY_MS = 200;

async function runPatiently(
  request: EditingRequest,
  work: Work,
  target: PlacedTarget,
  document: DocumentRef,
): Promise<EditorAnswer | null> {
  const { params, deadline } = request;
  const until = Math.min(Date.now() + (params.wait ?? DEFAULT_WAIT_MS), deadline - MARGIN_MS.answer);
  for (;;) {
    const answer = await changeOnce(request, work, target, document);
    const mayPass = answer && !answer.ok && !answer.acted && MAY_PASS.has(answer.reason);
    if (work.isTrial && answer && !answer.ok && answer.reason === 'no-editor') return answer;
    if (!mayPass || Date.now() + LOOK_EVERY_MS > until) return answer;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Null when the page unloaded while the function ran. */
async function changeOnce(
  { hiddenTabs, deadline }: EditingRequest,
  { value, isTrial: _, ...change }: Work,
  target: PlacedTarget,
  document: DocumentRef,
): Promise<EditorAnswer | null> {
  const result = await runInMainWorld(document, fillEditor, [
    target,
    value,
    EDITOR_NAMES,
    hiddenTabs !== 'refuse',
    deadline - MARGIN_MS.answer,
    change,
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

function late(): ProtocolError {
  return new ProtocolError('TIMEOUT', {
    message: 'The page did not answer before the deadline: it is still loading, or busy.',
  });
}
