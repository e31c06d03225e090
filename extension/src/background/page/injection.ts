import { next, ProtocolError, step } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import type { NavigationEvents } from '../navigation/navigation-events.ts';
import { loadFailure } from '../navigation/navigation-failure.ts';
import { ABORTED } from '../navigation/navigation-machine.ts';
import { isCrashed, isErrorPage, pageCrashed, tabOrThrow } from '../tabs/tab-page.ts';
import { type DocumentNow, type DocumentRef, documentNow, only } from './document-ref.ts';

/** Where wxt puts entrypoints/content-script.ts. */
const CONTENT_SCRIPT = '/content-script.js';
const MOST_REMEMBERED = 500;

/** `now` also in a document that is still loading; actions wait until its markup is read. */
export type Moment = 'now' | 'loaded';

/**
 * Puts the content script into documents. A document's id never comes again, so the list needs no clearing on
 * navigation; and the script ignores a second injection, so a worker that has forgotten the list may inject again.
 */
export class Injection {
  readonly #entered: Record<Moment, Map<string, Promise<void>>> = { now: new Map(), loaded: new Map() };
  /** The document of a tab since its last navigation: to ask Chrome for it again costs as much as a read. */
  readonly #known = new Map<number, DocumentRef>();
  /** Why the last page of a tab could not be loaded. */
  readonly #failures = new Map<number, string>();

  /** Throws for a tab whose page is none of our business. */
  readonly #refuseForeign: (tabId: number) => Promise<void>;

  constructor(refuseForeign: (tabId: number) => Promise<void>) {
    this.#refuseForeign = refuseForeign;
  }

  /** Any navigation, also one that only begins or fails, makes the next action ask again. */
  follow(events: NavigationEvents): void {
    events.subscribe((tabId, event) => {
      if (event.type !== 'same-document' && event.type !== 'completed') this.#known.delete(tabId);
      if (event.type === 'failed' && event.error !== ABORTED) this.#failures.set(tabId, event.error);
      if (event.type === 'begun' || event.type === 'removed') this.#failures.delete(tabId);
    });
  }

  /** The document that listened in this tab the last time, if nothing has been heard of another since. */
  knownDocument(tabId: number): DocumentRef | undefined {
    return this.#known.get(tabId);
  }

  /** The tab's document, once the content script listens in it. */
  async documentOf(tabId: number, moment: Moment = 'loaded'): Promise<DocumentRef> {
    const [tab, document] = await Promise.all([tabOrThrow(tabId), documentNow(tabId)]);
    // Only now: a document that came meanwhile may be one that the user asked for.
    await this.#refuseForeign(tabId);
    if (isCrashed(tab)) throw pageCrashed(tab);
    if (!document) throw withoutPage();
    // The frame of a source view has the address of the page, and an injection into it never ends.
    if (tab.url?.startsWith('view-source:')) throw restricted(tab.url);
    // Chrome may let us into the page that replaces one that could not be loaded; what is there is not the site.
    if (isErrorPage(document.url)) throw errorPage(document.url, this.#failures.get(tabId));
    await this.#enter(document, moment);
    const { frameId, documentId } = document;
    const ref: DocumentRef = { tabId, frameId, documentId };
    if (moment === 'loaded') this.#known.set(tabId, ref);
    return ref;
  }

  /** For a document that is not there, or does not listen, against what was remembered. */
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

/** Chrome's words for a page that it lets no extension enter. */
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
    // The tab closed, or its document was replaced while we asked.
    await tabOrThrow(document.tabId);
    throw new DocumentReplaced();
  }
}

/** The document that was asked for is not there any more; nothing was run in it. */
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
    message: 'The tab has no page in memory: Chrome has put it to sleep.',
    suggestedAction: next`Load the page again with ${step('navigate', { url: 'URL' })}.`,
  });
}
