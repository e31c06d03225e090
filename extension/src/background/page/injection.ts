import { ProtocolError } from '@bproxy/shared';
import type { NavigationEvents } from '../navigation/navigation-events.ts';
import { loadFailure } from '../navigation/navigation-failure.ts';
import { ABORTED } from '../navigation/navigation-machine.ts';
import { isCrashed, isErrorPage, pageCrashed, tabOrThrow } from '../tabs/tab-page.ts';

/** Where wxt puts entrypoints/content-script.ts. */
const CONTENT_SCRIPT = '/content-script.js';
const MOST_REMEMBERED = 500;

/**
 * Puts the content script into pages, one document at a time. A document's id never comes again, so the
 * list needs no clearing on navigation; and the script ignores a second injection, so a worker that has
 * forgotten the list may inject again.
 */
export class Injection {
  readonly #ready = new Map<string, Promise<void>>();
  /** The document of a tab since its last navigation: to ask Chrome for it again costs as much as a read. */
  readonly #known = new Map<number, string>();
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
  knownDocument(tabId: number): string | undefined {
    return this.#known.get(tabId);
  }

  /** The id of the tab's document, once the content script listens in it. */
  async documentOf(tabId: number): Promise<string> {
    const [tab, frame] = await Promise.all([
      tabOrThrow(tabId),
      chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null),
    ]);
    // Only now: a document that came meanwhile may be one that the user asked for.
    await this.#refuseForeign(tabId);
    if (isCrashed(tab)) throw pageCrashed(tab);
    if (!frame) throw withoutPage();
    const { documentId, url } = frame;
    // The frame of a source view has the address of the page, and an injection into it never ends.
    if (tab.url?.startsWith('view-source:')) throw restricted(tab.url);
    // Chrome may let us into the page that replaces one that could not be loaded; what is there is not the site.
    const failure = this.#failures.get(tabId);
    if (isErrorPage(url)) throw errorPage(url, failure);
    let ready = this.#ready.get(documentId);
    if (!ready) {
      ready = inject(tabId, documentId, url, failure);
      this.#remember(documentId, ready);
      ready.catch(() => this.#ready.delete(documentId));
    }
    await ready;
    this.#known.set(tabId, documentId);
    return documentId;
  }

  /** For a tab whose document is not there, or does not listen, against what was remembered. */
  forget(tabId: number): void {
    this.#ready.delete(this.#known.get(tabId) ?? '');
    this.#known.delete(tabId);
  }

  #remember(documentId: string, ready: Promise<void>): void {
    this.#ready.set(documentId, ready);
    const oldest = this.#ready.keys().next().value;
    if (this.#ready.size > MOST_REMEMBERED && oldest !== undefined) this.#ready.delete(oldest);
  }
}

async function inject(
  tabId: number,
  documentId: string,
  url: string,
  failure: string | undefined,
): Promise<void> {
  try {
    await chrome.scripting.executeScript({
      target: { tabId, documentIds: [documentId] },
      files: [CONTENT_SCRIPT],
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (/error page/i.test(text)) throw errorPage(url, failure);
    if (/^Cannot access|cannot be scripted|gallery cannot|must request permission/i.test(text)) {
      throw restricted(url);
    }
    // The tab closed, or its document was replaced while we asked.
    await tabOrThrow(tabId);
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
    suggestedAction: 'Load the page again with `bproxy navigate --url URL -s SESSION`.',
  });
}
