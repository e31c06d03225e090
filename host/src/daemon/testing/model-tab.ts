import type { AnyForwardedRequest } from '@bproxy/shared';

/** Who a tab belongs to; the session of a `tab.open` is known only with its answer. */
export interface Owner {
  session: string | null;
}

export interface Doc {
  number: number;
  url: string;
}

export interface ModelTab {
  tabId: number;
  owner: Owner;
  docs: Doc[];
  /** What the daemon has been told of the tab: a new document, or only where it is. */
  told: Array<{ doc: Doc; committed: boolean }>;
  /** Handles as the agent read them, with the targets that they stood for. */
  printed: Map<string, string>;
}

let documents = 0;

export function newTab(tabId: number, owner: Owner): ModelTab {
  return { tabId, owner, docs: [newDoc('http://page.test/')], told: [], printed: new Map() };
}

export function shownIn(tab: ModelTab): Doc {
  const doc = tab.docs.at(-1);
  if (doc === undefined) throw new Error('a tab without a document');
  return doc;
}

/** Where the tab goes; a fragment leaves its document in place. */
export function move(tab: ModelTab, kind: 'reload' | 'elsewhere' | 'history' | 'fragment'): Doc {
  const { number, url } = shownIn(tab);
  const doc =
    kind === 'fragment'
      ? { number, url: `${url.split('#')[0]}#${documents}` }
      : newDoc(kind === 'reload' ? url : `http://page.test/${documents}`);
  tab.docs.push(doc);
  return doc;
}

/** The elements of a document, by names that tell which document it is. */
export function selectorsIn({ number }: Doc): string[] {
  return [1, 2, 3].map((index) => `#doc-${number}-${index}`);
}

/** What is wrong with a request of that session, by that handle if by any, in this tab. */
export function misuses(
  tab: ModelTab,
  request: AnyForwardedRequest,
  asked: string | null,
  handle: string | undefined,
): string[] {
  const found: string[] = [];
  if (tab.owner.session !== asked)
    found.push(`${request.action} of ${asked} reached a tab of ${tab.owner.session}`);
  if (handle === undefined || !('target' in request.params)) return found;
  const { target } = request.params;
  const selector = (typeof target === 'object' && target.selector) || '';
  const printed = tab.printed.get(handle);
  if (printed !== selector) found.push(`${handle} became ${selector} and not ${printed}`);
  const made = tab.docs.find((doc) => doc.number === docOf(selector));
  if (!made) return [...found, `${handle} became ${selector}, of a page that this tab has never shown`];
  const left = tab.told.some(
    ({ doc, committed }) => doc.number > made.number && (committed || !sameUrl(doc.url, made.url)),
  );
  return left ? [...found, `${handle} became ${selector}, of a page that the tab has left`] : found;
}

function newDoc(url: string): Doc {
  documents += 1;
  return { number: documents, url };
}

function docOf(selector: string): number {
  return Number(/^#doc-(\d+)-/.exec(selector)?.[1]);
}

function sameUrl(one: string, two: string): boolean {
  return one.split('#')[0] === two.split('#')[0];
}
