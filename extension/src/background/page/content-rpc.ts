import { type ForwardedFrame, type Outcome, ProtocolError, READ_AGAIN } from '@bproxy/shared';
import type {
  AnyContentRequest,
  ContentAction,
  PageAnswer,
  PageAnswers,
  PageRequest,
  SeenByUser,
} from '../../content-messages.ts';
import { type AimedFrame, frameLost, frameOfRequest, targetsOf } from '../frames/frame-document.ts';
import { tabGone, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';
import type { DocumentRef } from './document-ref.ts';
import { DocumentReplaced, type Injection, type Moment } from './injection.ts';
import type { AskOptions, PagePorts } from './page-ports.ts';

/** The services that reach the page of a tab. */
export interface Pages {
  injection: Injection;
  ports: PagePorts;
}

/** The request is for the element with the focus, which is in this frame. Nothing was done. */
export class FocusInFrame extends Error {
  override readonly name = 'FocusInFrame';

  constructor(readonly frame: ForwardedFrame) {
    super('The focus is in a frame.');
  }
}

interface HowToAsk extends AskOptions {
  moment?: Moment;
}

export interface HowToRun extends AskOptions {
  seenBy?: SeenByUser;
}

/** Runs an action in the page of a tab within its deadline. */
export async function runInPage(
  pages: Pages,
  request: AnyContentRequest,
  how: HowToRun = {},
): Promise<Outcome<ContentAction>> {
  const { value, document } = await askToRun(pages, request, how);
  return withDocument(value, document);
}

/** The answer of the page, and the document that gave it. */
export async function askToRun(
  pages: Pages,
  request: AnyContentRequest,
  { seenBy, ...options }: HowToRun = {},
): Promise<Answered<PageRequest<'run'>>> {
  const { target, deadline, destructive } = request;
  const { tabId } = target;
  if (tabId === null) throw tabGone();
  const answer = await within(
    deadline - MARGIN_MS.answer - Date.now(),
    (signal) =>
      ask(pages, tabId, { type: 'run', request, ...(seenBy ? { seenBy } : {}) }, { ...options, signal }),
    options.signal,
  );
  if (answer !== LATE) return answer;
  throw new ProtocolError('TIMEOUT', {
    message: 'The page did not answer before the deadline: it is still loading, or busy.',
    ...(destructive ? {} : { suggestedAction: READ_AGAIN }),
  });
}

/** A read that gave handles is recorded with its document, so that the handles lead back to it. */
function withDocument(
  { data, frames: _, payment: __, ...rest }: PageAnswers['run'],
  { documentId }: DocumentRef,
): Outcome<ContentAction> {
  return { ...rest, data: 'minted' in data ? { ...data, minted: { ...data.minted, documentId } } : data };
}

/**
 * Sends a request to the page of a tab. The request goes to one document, by its id. It goes to another document only
 * if the first never received it, or if it changes nothing. So no request can run twice in pages.
 */
export async function askPage<R extends PageRequest>(
  pages: Pages,
  tabId: number,
  request: R,
  how: HowToAsk = {},
): Promise<PageAnswers[R['type']]> {
  return (await ask(pages, tabId, request, how)).value;
}

interface Answered<R extends PageRequest> {
  value: PageAnswers[R['type']];
  document: DocumentRef;
}

/** The same, with the document that gave the answer. */
export async function ask<R extends PageRequest>(
  pages: Pages,
  tabId: number,
  request: R,
  how: HowToAsk,
): Promise<Answered<R>> {
  const frame = frameOfRequest(request);
  if (frame) return inFrame(pages, { ...frame, tabId }, request, how);
  // A remembered document may be long gone, so its absence does not yet count as a replacement during the call.
  const again = pages.injection.knownDocument(tabId) ? 2 : 1;
  const { answer, document } = await attempt(pages, tabId, request, how, again);
  return answered(answer, document);
}

function answered<R extends PageRequest>(answer: PageAnswer, document: DocumentRef): Answered<R> {
  // as: the content script answers each request by its type, but a message has no type of its own.
  if (answer.ok) return { value: answer.value as PageAnswers[R['type']], document };
  if ('focusIn' in answer) throw new FocusInFrame(answer.focusIn);
  const { code, ...given } = answer.error;
  throw new ProtocolError(code, given);
}

/** A frame has one document for all its life: nothing is sent to another one. */
async function inFrame<R extends PageRequest>(
  { injection, ports }: Pages,
  frame: AimedFrame & DocumentRef,
  request: R,
  how: HowToAsk,
): Promise<Answered<R>> {
  const { tabId, frameId, documentId } = frame;
  const document: DocumentRef = { tabId, frameId, documentId };
  try {
    await injection.enter(document, how.moment);
    how.signal?.throwIfAborted();
    return answered(await ports.ask(document, request, how), document);
  } catch (error) {
    if (!(error instanceof DocumentReplaced)) throw error;
    injection.forget(document);
    await tabOrThrow(tabId);
    throw await frameLost(tabId, frame);
  }
}

/** The document that a request is for, once the content script listens in it. */
export async function documentFor(
  { injection }: Pages,
  tabId: number,
  request: PageRequest,
): Promise<DocumentRef> {
  const frame = frameOfRequest(request);
  if (!frame) return injection.documentOf(tabId);
  const { frameId, documentId } = frame;
  const document: DocumentRef = { tabId, frameId, documentId };
  try {
    await injection.enter(document);
    return document;
  } catch (error) {
    if (error instanceof DocumentReplaced) throw await frameLost(tabId, frame);
    throw error;
  }
}

async function attempt(
  pages: Pages,
  tabId: number,
  request: PageRequest,
  how: HowToAsk,
  again: number,
): Promise<{ answer: PageAnswer; document: DocumentRef }> {
  const { injection, ports } = pages;
  let document = injection.knownDocument(tabId);
  const wanted = documentOfHandles(request);
  try {
    // A handle works only in the document that was read. If the tab shows another document by now, that one refuses
    // the handle, because it knows no such read. Its other reasons to refuse a request come first.
    if (wanted !== undefined && document?.documentId !== wanted) document = undefined;
    document ??= await injection.documentOf(tabId, how.moment);
    how.signal?.throwIfAborted();
    return { answer: await ports.ask(document, request, how), document };
  } catch (error) {
    if (!(error instanceof DocumentReplaced)) throw error;
    if (document) injection.forget(document);
    await tabOrThrow(tabId);
    if (again > 0) return attempt(pages, tabId, request, how, again - 1);
    throw new ProtocolError('SCRIPT_ERROR', {
      message: 'The page was replaced twice before the action could begin. Nothing was done.',
    });
  }
}

/** The document that the request's handles were read in, if it is the same one for all. */
function documentOfHandles(request: PageRequest): string | undefined {
  const [first, another] = new Set(
    targetsOf(request).flatMap((target) => ('handle' in target && !target.lost ? [target.documentId] : [])),
  );
  return another === undefined ? first : undefined;
}
