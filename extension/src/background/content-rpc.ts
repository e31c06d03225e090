import { ProtocolError } from '@bproxy/shared';
import {
  type AnyContentRequest,
  type ContentAnswer,
  isContentAnswer,
  type RunMessage,
} from '../content-messages.ts';
import { DocumentReplaced, type Injection } from './injection.ts';
import { tabGone, tabOrThrow } from './tab-page.ts';

/** Leaves the answer time to reach the daemon before it gives up by itself. */
const MARGIN_MS = 250;

/** The page was left while it ran an action: how far it came, nobody can tell from the message channel. */
export class PageDied extends Error {
  override readonly name = 'PageDied';

  constructor() {
    super('The page went away while the action ran in it.');
  }
}

/**
 * Runs an action in the page of a tab. The message goes to one document, by its id, and is sent a second
 * time only if Chrome says that nobody received the first: so no page can run it twice.
 */
export async function runInPage(injection: Injection, request: AnyContentRequest): Promise<ContentAnswer> {
  const { tabId } = request.target;
  if (tabId === null) throw tabGone();
  const known = injection.knownDocument(tabId);
  if (known && !request.destructive) {
    const answer = await before(request.deadline, readAt(tabId, known, request));
    if (answer) return answer;
    injection.forget(tabId, known);
  }
  return before(request.deadline, attempt(injection, tabId, request, injection.knownDocument(tabId) ? 2 : 1));
}

/** Chrome sends the text of this function into the page. `given` is always there; the type of `func` knows no arguments. */
function callReader(given?: AnyContentRequest): unknown {
  return given && globalThis.bproxyRead?.(given);
}

/** A read in a document that is known to listen; null if it is not there, or does not listen any more. */
async function readAt(
  tabId: number,
  documentId: string,
  request: AnyContentRequest,
): Promise<ContentAnswer | null> {
  const [answer] = await chrome.scripting
    .executeScript({
      target: { tabId, documentIds: [documentId] },
      func: callReader,
      args: [request],
      injectImmediately: true,
    })
    .catch(() => []);
  const read = typeof answer?.result === 'string' ? parsed(answer.result) : null;
  return isContentAnswer(read, request.id) ? read : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function attempt(
  injection: Injection,
  tabId: number,
  request: AnyContentRequest,
  again: number,
): Promise<ContentAnswer> {
  try {
    const documentId = injection.knownDocument(tabId) ?? (await injection.documentOf(tabId));
    return await send(injection, tabId, documentId, request);
  } catch (error) {
    if (!(error instanceof DocumentReplaced)) throw error;
    if (again > 0) return attempt(injection, tabId, request, again - 1);
    throw new ProtocolError('SCRIPT_ERROR', {
      message: 'The page was replaced twice before the action could begin. Nothing was done.',
    });
  }
}

async function send(
  injection: Injection,
  tabId: number,
  documentId: string,
  request: AnyContentRequest,
): Promise<ContentAnswer> {
  const message: RunMessage = { type: 'run', request };
  let answer: unknown;
  try {
    answer = await chrome.tabs.sendMessage(tabId, message, { documentId });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (/Receiving end does not exist|No tab with id/i.test(text)) {
      injection.forget(tabId, documentId);
      await tabOrThrow(tabId);
      throw new DocumentReplaced();
    }
    throw new PageDied();
  }
  if (isContentAnswer(answer, request.id)) return answer;
  // Chrome resolves with nothing when the listener went away without an answer.
  if (answer === undefined || answer === null) throw new PageDied();
  throw new ProtocolError('SCRIPT_ERROR', { message: 'The page gave an answer that cannot be read.' });
}

async function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        const message =
          'The page did not answer before the deadline: it is still loading, busy, or shows a dialog.';
        reject(new ProtocolError('TIMEOUT', { message }));
      },
      Math.max(0, deadline - MARGIN_MS - Date.now()),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
