import { type Outcome, ProtocolError, READ_AGAIN } from '@bproxy/shared';
import type {
  AnyContentRequest,
  ContentAction,
  PageAnswer,
  PageAnswers,
  PageRequest,
} from '../../content-messages.ts';
import { tabGone, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';
import { DocumentReplaced, type Injection, type Moment } from './injection.ts';
import type { AskOptions, PagePorts } from './page-ports.ts';

/** The services that reach the page of a tab. */
export interface Pages {
  injection: Injection;
  ports: PagePorts;
}

interface HowToAsk extends AskOptions {
  moment?: Moment;
}

/** Runs an action in the page of a tab within its deadline. */
export async function runInPage(
  pages: Pages,
  request: AnyContentRequest,
  options: AskOptions = {},
): Promise<Outcome<ContentAction>> {
  const { target, deadline, destructive } = request;
  const { tabId } = target;
  if (tabId === null) throw tabGone();
  const answer = await within(
    deadline - MARGIN_MS.answer - Date.now(),
    (signal) => askPage(pages, tabId, { type: 'run', request }, { ...options, signal }),
    options.signal,
  );
  if (answer !== LATE) return answer;
  throw new ProtocolError('TIMEOUT', {
    message: 'The page did not answer before the deadline: it is still loading, or busy.',
    ...(destructive ? {} : { suggestedAction: READ_AGAIN }),
  });
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
  // A remembered document may be long gone, so its absence does not yet count as a replacement during the call.
  const again = pages.injection.knownDocument(tabId) ? 2 : 1;
  const answer = await attempt(pages, tabId, request, how, again);
  // as: the content script answers each request by its type, but a message has no type of its own.
  if (answer.ok) return answer.value as PageAnswers[R['type']];
  const { code, ...given } = answer.error;
  throw new ProtocolError(code, given);
}

async function attempt(
  pages: Pages,
  tabId: number,
  request: PageRequest,
  how: HowToAsk,
  again: number,
): Promise<PageAnswer> {
  const { injection, ports } = pages;
  let document = injection.knownDocument(tabId);
  try {
    document ??= await injection.documentOf(tabId, how.moment);
    how.signal?.throwIfAborted();
    return await ports.ask(document, request, how);
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
