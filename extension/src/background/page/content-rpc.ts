import { type Outcome, ProtocolError, READ_AGAIN } from '@bproxy/shared';
import type { AnyContentRequest, ContentAction, ContentEnvelope } from '../../content-messages.ts';
import { tabGone, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, within } from '../time-limit.ts';
import { DocumentReplaced, type Injection } from './injection.ts';
import type { PagePorts } from './page-ports.ts';

/** Leaves the answer time to reach the daemon before it gives up by itself. */
const MARGIN_MS = 250;

/** What leads to the page of a tab. */
export interface Pages {
  injection: Injection;
  ports: PagePorts;
}

/**
 * Runs an action in the page of a tab. It goes to one document, by its id, and to another only if nobody received it,
 * or it is a read: so no page can run it twice.
 */
export async function runInPage(
  pages: Pages,
  request: AnyContentRequest,
  acting: () => void = () => undefined,
): Promise<Outcome<ContentAction>> {
  const { tabId } = request.target;
  if (tabId === null) throw tabGone();
  // That a document is remembered says little: if it has gone, that is no replacement under our hands yet.
  const again = pages.injection.knownDocument(tabId) ? 2 : 1;
  const answer = await inTime(request, attempt(pages, tabId, request, acting, again));
  if (answer.ok) return { data: answer.data, page: answer.page };
  const { code, ...given } = answer.error;
  throw new ProtocolError(code, given);
}

async function attempt(
  pages: Pages,
  tabId: number,
  request: AnyContentRequest,
  acting: () => void,
  again: number,
): Promise<ContentEnvelope> {
  const { injection, ports } = pages;
  try {
    const documentId = injection.knownDocument(tabId) ?? (await injection.documentOf(tabId));
    return await ports.run(tabId, documentId, request, acting);
  } catch (error) {
    if (!(error instanceof DocumentReplaced)) throw error;
    injection.forget(tabId);
    await tabOrThrow(tabId);
    if (again > 0) return attempt(pages, tabId, request, acting, again - 1);
    throw new ProtocolError('SCRIPT_ERROR', {
      message: 'The page was replaced twice before the action could begin. Nothing was done.',
    });
  }
}

async function inTime<T>({ deadline, destructive }: AnyContentRequest, work: Promise<T>): Promise<T> {
  const answer = await within(deadline - MARGIN_MS - Date.now(), work);
  if (answer !== LATE) return answer;
  throw new ProtocolError('TIMEOUT', {
    message: 'The page did not answer before the deadline: it is still loading, or busy.',
    ...(destructive ? {} : { suggestedAction: READ_AGAIN }),
  });
}
