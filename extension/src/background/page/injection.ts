import { next, ProtocolError, step } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import type { NavigationEvents } from '../navigation/navigation-events.ts';
import { loadFailure } from '../navigation/navigation-failure.ts';
import { ABORTED } from '../navigation/navigation-machine.ts';
import { refuseAsleep } from '../tabs/asleep.ts';
import { isCrashed, isErrorPage, pageCrashed, tabOrThrow } from '../tabs/tab-page.ts';
import { type DocumentNow, type DocumentRef, documentNow, only } from './document-ref.ts';

/** The path where wxt builds entrypoints/content-script.ts. */
const CONTENT_SCRIPT = '/content-script.js';
const MOST_REMEMBERED = 500;

/** `now` also enters a document that is still loading. Actions wait until Chrome has parsed its markup. */
export type Moment = 'now' | 'loaded';

/**
 * Injects the content script into documents. Chrome never reuses a document id, so the list needs no clearing on
 * navigation. The script ignores a second injection, so a worker that lost the list may inject again.
 */
export class Injection {
  readonly #entered: Record<Moment, Map<string, Promise<void>>> = { now: new Map(), loaded: new Map() };
  /** The document of a tab since its last navigation. Asking Chrome for it again costs as much as a read. */
  readonly #known = new Map<number, DocumentRef>();
  /** Why the last page of a tab failed to load. */
  readonly #failures = new Map<number, string>();

  /** Throws for a tab whose page bproxy must not touch. */
  readonly #refuseForeign: (tabId: number) => Promise<void>;

  constructor(refuseForeign: (tabId: number) => Promise<void>) {
    this.#refuseForeign = refuseForeign;
  }

  /** After any navigation, even one that only begins or fails, the next action asks Chrome again. */
  follow(events: NavigationEvents): void {
    events.subscribe((tabId, event) => {
      if (event.type !== 'same-document' && event.type !== 'completed') this.#known.delete(tabId);
      if (event.type === 'failed' && event.error !== ABORTED) this.#failures.set(tabId, event.error);
      if (event.type === 'begun' || event.type === 'removed') this.#failures.delete(tabId);
    });
  }

  /** The document that listened in this tab last time, if no event has reported another one since. */
  knownDocument(tabId: number): DocumentRef | undefined {
    return this.#known.get(tabId);
  }

  /** The tab's document, once the content script listens in it. */
  async documentOf(tabId: number, moment: Moment = 'loaded'): Promise<DocumentRef> {
    const [tab, document] = await Promise.all([tabOrThrow(tabId), documentNow(tabId)]);
    // Check only now: the user may have asked for a document that arrived in the meantime.
    await this.#refuseForeign(tabId);
    refuseAsleep(tab);
    if (isCrashed(tab)) throw pageCrashed(tab);
    if (!document) throw withoutPage();
    // A source view has the same URL as the page, and an injection into it never ends.
    if (tab.url?.startsWith('view-source:')) throw restricted(tab.url);
    // Chrome may allow an injection into the error page of a failed load. That page is not the site.
    if (isErrorPage(document.url)) throw errorPage(document.url, this.#failures.get(tabId));
    await this.#enter(document, moment);
    const { frameId, documentId } = document;
    const ref: DocumentRef = { tabId, frameId, documentId };
    if (moment === 'loaded') this.#known.set(tabId, ref);
    return ref;
  }

  /** The content script listens in this document of a frame. */
  async enter(document: DocumentRef, moment: Moment = 'now'): Promise<void> {
    await this.#refuseForeign(document.tabId);
    await this.#enter({ ...document, url: '', errorOccurred: false }, moment);
  }

  /** The next action asks Chrome again. */
  forgetTab(tabId: number): void {
    this.#known.delete(tabId);
  }

  /** For a remembered document that is gone or does not listen. */
  forget({ tabId, documentId }: DocumentRef): void {
    this.#known.delete(tabId);
    for (const entered of Object.values(this.#entered)) entered.delete(documentId);
  }

  #enter(document: DocumentNow, moment: Moment): Promise<void> {
    const { documentId, tabId } = document;
    const entered = this.#entered[moment];
    const known = entered.get(documentId);
    if (known) return known;
    const listening = moment === 'loaded' ? this.#entered.now.get(documentId) : undefined;
    const entering = listening
      ? listening.then(() => script(document, this.#failures.get(tabId), { func: () => undefined }))
      : script(document, this.#failures.get(tabId), {
          files: [CONTENT_SCRIPT],
          injectImmediately: moment === 'now',
        });
    entered.set(documentId, entering);
    entering.catch(() => entered.delete(documentId));
    const oldest = entered.keys().next().value;
    if (entered.size > MOST_REMEMBERED && oldest !== undefined) entered.delete(oldest);
    return entering;
  }
}

/** Chrome's messages for a page that no extension may enter. */
const CLOSED_TO_US = /^Cannot access|cannot be scripted|gallery cannot|must request permission/i;

async function script(
  document: DocumentNow,
  failure: string | undefined,
  what: { files: string[]; injectImmediately: boolean } | { func: () => void },
): Promise<void> {
  try {
    await chrome.scripting.executeScript({ target: only(document), ...what });
  } catch (error) {
    const text = messageOf(error);
    if (/error page/i.test(text)) throw errorPage(document.url, failure);
    if (CLOSED_TO_US.test(text)) throw restricted(document.url);
    // The tab closed, or its document was replaced, during the call.
    await tabOrThrow(document.tabId);
    throw new DocumentReplaced();
  }
}

/** The requested document is gone, and nothing ran in it. */
export class DocumentReplaced extends Error {
  override readonly name = 'DocumentReplaced';

  constructor() {
    super('The page was replaced before the action could begin.');
  }
}

function placeOf(url: string): { scheme: string; host: string } {
  if (!URL.canParse(url)) return { scheme: '', host: '' };
  const { protocol, host } = new URL(url);
  return { scheme: protocol.replace(':', ''), host };
}

function restricted(url: string): ProtocolError {
  return new ProtocolError('PAGE_RESTRICTED', { details: placeOf(url) });
}

function errorPage(url: string, failure: string | undefined): ProtocolError {
  const known = failure === undefined ? {} : loadFailure(failure);
  return new ProtocolError('PAGE_RESTRICTED', {
    message: 'The tab shows an error of the browser instead of a page: the site could not be loaded.',
    suggestedAction: 'Check the URL and the connection, then navigate again.',
    ...known,
    details: { ...placeOf(url), ...known.details },
  });
}

function withoutPage(): ProtocolError {
  return new ProtocolError('SCRIPT_ERROR', {
    message: 'The tab has no page in memory.',
    suggestedAction: next`Load the page again with ${step('navigate', { url: 'URL' })}.`,
  });
}
