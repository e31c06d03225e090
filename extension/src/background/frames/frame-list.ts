import type { ForwardedFrame, UnreadFrame } from '@bproxy/shared';
import type { FramePlace } from '../../content-messages.ts';
import { type DocumentRef, only } from '../page/document-ref.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';

/** A frame that is busy for longer is listed, but not read. */
const LONGEST_MS = 1_000;
const MOST_FRAMES = 500;

/** What a frame says about itself. */
interface Said {
  /** The way from the top: the index of each frame among the frames of its parent. */
  path: number[];
  url: string;
  width: number;
  height: number;
  windowName: string;
  timeOrigin: number;
}

interface Listed {
  frameId: number;
  documentId: string;
  parent: string | undefined;
  url: string;
  hasFailed: boolean;
  /** Absent if the frame did not answer. */
  said: Said | undefined;
}

type NameOf = (document: DocumentRef) => ForwardedFrame;

/** The frames of a tab during one read. Chrome is asked only if there are frames. */
export class FrameList {
  readonly #tabId: number;
  readonly #deadline: number;
  readonly #nameOf: NameOf;
  #listing: Promise<{ all: Listed[]; wasLate: boolean }> | undefined;

  constructor(tabId: number, deadline: number, nameOf: NameOf) {
    this.#tabId = tabId;
    this.#deadline = deadline;
    this.#nameOf = nameOf;
  }

  /** Where the frames of this document are. Never includes frames of the tab's next document. */
  async places({ documentId }: DocumentRef): Promise<FramePlace[]> {
    // The places of the first document are as new as the list. By the time of the others, frames may have moved.
    const isFirst = this.#listing === undefined;
    this.#listing ??= this.#list();
    const { all, wasLate } = await this.#listing;
    const children = all.filter(({ parent }) => parent === documentId).slice(0, MOST_FRAMES);
    return Promise.all(
      children.map(async (child) => {
        const said = isFirst || !child.said ? child.said : await this.#ask(child);
        return this.#placeOf({ ...child, said }, wasLate || said !== child.said);
      }),
    );
  }

  /** The document that the frame of this document is in. */
  async parentOf(documentId: string): Promise<DocumentRef | undefined> {
    const { all } = await this.#list();
    const child = all.find((each) => each.documentId === documentId);
    const parent = all.find((each) => each.documentId === child?.parent);
    return parent && { tabId: this.#tabId, frameId: parent.frameId, documentId: parent.documentId };
  }

  /**
   * `getAllFrames` leaves out frames with a `blob:` address and some blank ones. A script in all frames finds them, but
   * waits for a frame that is busy, and says nothing of those that it cannot enter.
   */
  async #list(): Promise<{ all: Listed[]; wasLate: boolean }> {
    const tabId = this.#tabId;
    const [known, entered] = await Promise.all([
      chrome.webNavigation.getAllFrames({ tabId }).catch(() => null),
      within(this.#msLeft(), () => inFrames({ tabId, allFrames: true })),
    ]);
    const active = (known ?? []).filter(({ documentLifecycle = 'active' }) => documentLifecycle === 'active');
    const said = new Map((entered === LATE ? [] : entered).map((each) => [each.documentId, each]));
    const all: Listed[] = active.map(({ frameId, documentId, parentDocumentId, url, errorOccurred }) => ({
      ...{ frameId, documentId, url, hasFailed: errorOccurred },
      parent: parentDocumentId,
      said: said.get(documentId)?.said,
    }));
    if (entered === LATE) {
      return {
        all: await Promise.all(all.map(async (each) => ({ ...each, said: await this.#ask(each) }))),
        wasLate: true,
      };
    }
    const listed = new Set(all.map(({ documentId }) => documentId));
    for (const { frameId, documentId, said: own } of entered) {
      if (listed.has(documentId) || frameId === 0) continue;
      all.push({
        frameId,
        documentId,
        url: own.url,
        hasFailed: false,
        said: own,
        parent: parentOf(own, entered),
      });
    }
    return { all, wasLate: false };
  }

  async #ask(frame: Pick<Listed, 'frameId' | 'documentId'>): Promise<Said | undefined> {
    const answers = await within(this.#msLeft(), () => inFrames(only({ ...frame, tabId: this.#tabId })));
    return answers === LATE ? undefined : answers[0]?.said;
  }

  #placeOf({ frameId, documentId, url, hasFailed, said }: Listed, mayBeBusy: boolean): FramePlace {
    const nothing = { width: 0, height: 0, windowName: '', timeOrigin: 0 };
    if (!said) return { ...nothing, index: -1, url, closed: reasonOf(url, hasFailed, mayBeBusy) };
    const frame = this.#nameOf({ tabId: this.#tabId, frameId, documentId });
    const { path, ...rest } = said;
    return { ...rest, index: path.at(-1) ?? -1, frame };
  }

  #msLeft(): number {
    return Math.min(LONGEST_MS, this.#deadline - MARGIN_MS.frames - Date.now());
  }
}

interface Answered {
  frameId: number;
  documentId: string;
  said: Said;
}

/** Without `injectImmediately` the call never ends if a frame holds a `chrome:` address that was refused. */
async function inFrames(
  target: { tabId: number; allFrames: true } | { tabId: number; documentIds: string[] },
): Promise<Answered[]> {
  const answers = await chrome.scripting
    .executeScript({ target, injectImmediately: true, func: sayWhere })
    .catch(() => []);
  return answers.flatMap(({ frameId, documentId, result }) =>
    result ? [{ frameId, documentId, said: result }] : [],
  );
}

/** Chrome does not report which element holds a frame. A frame can ask its parents for this, even across sites. */
function sayWhere(): Said {
  const path: number[] = [];
  for (let at: Window = window; at !== at.parent; at = at.parent) {
    let index = at.parent.length - 1;
    while (index >= 0 && at.parent[index] !== at) index -= 1;
    path.unshift(index);
  }
  const { timeOrigin } = performance;
  return {
    ...{ path, url: location.href, width: innerWidth, height: innerHeight },
    ...{ windowName: window.name, timeOrigin },
  };
}

/** The only document whose way is that of the frame without its last step. */
function parentOf({ path }: Said, all: readonly Answered[]): string | undefined {
  const way = path.slice(0, -1).join();
  const [parent, another] = all.filter(
    ({ said }) => said.path.length === path.length - 1 && said.path.join() === way,
  );
  return another ? undefined : parent?.documentId;
}

const PDF_VIEWER = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

function reasonOf(url: string, hasFailed: boolean, mayBeBusy: boolean): UnreadFrame {
  if (url.startsWith(PDF_VIEWER)) return 'pdf';
  if (url.startsWith('chrome-extension:')) return 'extension';
  if (hasFailed || url.startsWith('chrome-error:')) return 'error';
  if (/^(?:chrome|edge|devtools|view-source)/.test(url)) return 'browser';
  return mayBeBusy ? 'busy' : 'closed';
}
