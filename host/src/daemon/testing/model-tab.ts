import type { AnyForwardedRequest, ForwardedHandle } from '@bproxy/shared';

/** The owner of a tab. The session of a `tab.open` is known only from its answer. */
export interface Owner {
  session: string | null;
}

export interface Doc {
  number: number;
  url: string;
}

interface KeptElement {
  element: string;
  read: number;
}

export interface ModelTab {
  tabId: number;
  owner: Owner;
  docs: Doc[];
  /** The tab events that the daemon has received: a new document, or only a URL. */
  told: Array<{ doc: Doc; committed: boolean }>;
  /** The numbers of handles as the agent read them, with the elements that they named. */
  printed: Map<number, string>;
  /** The elements that each of its documents keeps, by their number. */
  kept: Map<number, Map<number, KeptElement>>;
}

let documents = 0;
let reads = 0;

export function newTab(tabId: number, owner: Owner): ModelTab {
  return { tabId, owner, docs: [newDoc('http://page.test/')], told: [], printed: new Map(), kept: new Map() };
}

export function shownIn(tab: ModelTab): Doc {
  const doc = tab.docs.at(-1);
  if (doc === undefined) throw new Error('a tab without a document');
  return doc;
}

/** Navigates the tab; a fragment keeps its document. */
export function move(tab: ModelTab, kind: 'reload' | 'elsewhere' | 'history' | 'fragment'): Doc {
  const { number, url } = shownIn(tab);
  const doc =
    kind === 'fragment'
      ? { number, url: `${url.split('#')[0]}#${documents}` }
      : newDoc(kind === 'reload' ? url : `http://page.test/${documents}`);
  tab.docs.push(doc);
  return doc;
}

/**
 * Reads the page: one element stays as long as the document, and keeps its number, and two are new in each read. The
 * names of elements show their document.
 */
export function read(tab: ModelTab, first: number) {
  reads += 1;
  const { number: doc } = shownIn(tab);
  const kept = tab.kept.get(doc) ?? new Map<number, KeptElement>();
  tab.kept.set(doc, kept);
  for (const number of kept.keys()) if (number >= first) kept.delete(number);
  const shown = [`#doc-${doc}-lasting`, `#doc-${doc}-${reads}-1`, `#doc-${doc}-${reads}-2`];
  const known = [...kept].find(([, { element }]) => element === shown[0]);
  const added = known ? shown.slice(1) : shown;
  for (const [index, element] of added.entries()) kept.set(first + index, { element, read: reads });
  const elements = [
    ...(known ? [{ number: known[0], element: known[1].element }] : []),
    ...added.map((element, index) => ({ number: first + index, element })),
  ];
  const again = known ? { again: [{ read: known[1].read, numbers: [known[0]] }] } : {};
  return { elements, minted: { read: reads, count: added.length, ...again } };
}

/** The violation that a request of this session, with this handle if any, commits in this tab. */
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
  const element = (typeof target === 'object' && 'handle' in target && keptIn(tab, target)) || '';
  const printed = tab.printed.get(numberOf(handle));
  if (printed !== element) found.push(`${handle} became ${element} and not ${printed}`);
  const made = tab.docs.find((doc) => doc.number === docOf(element));
  if (!made) return [...found, `${handle} became ${element}, of a page that this tab has never shown`];
  const left = tab.told.some(
    ({ doc, committed }) => doc.number > made.number && (committed || !sameUrl(doc.url, made.url)),
  );
  return left ? [...found, `${handle} became ${element}, of a page that the tab has left`] : found;
}

function newDoc(url: string): Doc {
  documents += 1;
  return { number: documents, url };
}

/** None if the handle is sent to another document than the one that was read. */
function keptIn(tab: ModelTab, { handle, read: number, documentId }: ForwardedHandle): string | undefined {
  const inDocument = [...tab.kept].find(([doc]) => idOf({ number: doc }) === documentId)?.[1];
  const kept = inDocument?.get(numberOf(handle));
  return kept?.read === number ? kept.element : undefined;
}

export function numberOf(handle: string): number {
  return Number(handle.slice(2));
}

/** Chrome's id of the document. */
export function idOf({ number }: Pick<Doc, 'number'>): string {
  return `document ${number}`;
}

function docOf(element: string): number {
  return Number(/^#doc-(\d+)-/.exec(element)?.[1]);
}

function sameUrl(one: string, two: string): boolean {
  return one.split('#')[0] === two.split('#')[0];
}
