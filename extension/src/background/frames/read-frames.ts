import {
  type ForwardedFrame,
  MAX_HANDLES_IN_FRAMES,
  type MintedHandles,
  type Outcome,
  ProtocolError,
  type UnreadFrame,
} from '@bproxy/shared';
import type { FramePlace, PageAnswers } from '../../content-messages.ts';
import { ask, askToRun, type Pages } from '../page/content-rpc.ts';
import type { DocumentRef } from '../page/document-ref.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';
import { composed } from './compose.ts';
import { FrameList } from './frame-list.ts';
import type { FrameNames } from './frame-names.ts';
import { type Below, type FrameRead, type FrameReadAction, type Part, partOf } from './frame-read.ts';
import { isPaymentHost } from './payment-hosts.ts';
import { isSameSite } from './same-site.ts';

/** The rest is listed, with names to read it by. */
const MOST_FRAMES = 20;
const MOST_LEVELS = 4;
/** A frame of another site is more often an advertisement than not. */
const MOST_ENTRIES_ELSEWHERE = 40;
const LONGEST_MS = 6_000;
const LONGEST_OF_FRAME_MS = 2_000;

/** A frame that waits to be read, and how deep it is. */
interface Waiting {
  below: Below;
  level: number;
}

/** Reads a page, and then the frames in it. A page without frames costs nothing more than its own read. */
export async function readWithFrames(
  pages: Pages & { frameNames: FrameNames },
  request: FrameRead,
  signal: AbortSignal,
): Promise<Outcome<FrameReadAction>> {
  const { tabId } = request.target;
  const first = request.firstFrame ?? 1;
  const list = new FrameList(tabId ?? -1, request.deadline, (document) =>
    pages.frameNames.nameOf(document, first),
  );
  const places = (document: DocumentRef) => list.places(document);
  const { value, document } = await askToRun(pages, request, { signal, places });
  const root = partOf(value, document, request.params.frame);
  const reading = new FrameReading(pages, request, { signal, places }, root, value.page.url);
  if (request.params.frames !== 'top') await reading.readBelow();
  return { data: composed(request, root, reading.minted), page: value.page };
}

interface HowToRead {
  signal: AbortSignal;
  places(document: DocumentRef): Promise<FramePlace[]>;
}

class FrameReading {
  readonly #pages: Pages;
  readonly #request: FrameRead;
  readonly #how: HowToRead;
  readonly #root: Part;
  readonly #site: string;
  readonly #end: number;
  readonly minted: MintedHandles[] = [];
  #read = 0;

  /** @param site The address of the page that is read. */
  constructor(pages: Pages, request: FrameRead, how: HowToRead, root: Part, site: string) {
    this.#pages = pages;
    this.#request = request;
    this.#how = how;
    this.#root = root;
    this.#site = site;
    this.#end = Math.min(Date.now() + LONGEST_MS, request.deadline - MARGIN_MS.frames);
    this.#note(root);
  }

  /** One level after the other, so that a deep branch takes no time from the others. */
  async readBelow(): Promise<void> {
    let waiting = inOrder(this.#root, 1);
    while (waiting.length > 0) {
      void this.#prepare(waiting);
      const next: Waiting[] = [];
      for (const { below, level } of waiting) {
        const part = await this.#readFrame(below, level);
        if (part) next.push(...inOrder(part, level + 1));
      }
      waiting = next;
    }
  }

  /** Chrome runs the content script in all of them at once. */
  async #prepare(waiting: readonly Waiting[]): Promise<void> {
    const { tabId } = this.#root.document;
    const frames = waiting.flatMap(({ below: { found } }) =>
      found.frame && !found.info.unread ? [found.frame] : [],
    );
    const chosen = frames.slice(0, MOST_FRAMES - this.#read);
    await Promise.allSettled(chosen.map((frame) => this.#pages.injection.enter({ ...frame, tabId })));
  }

  async #readFrame(below: Below, level: number): Promise<Part | undefined> {
    const { frame, info } = below.found;
    if (isPaymentHost(info.url)) below.payment = true;
    const unread = info.unread ?? (frame ? this.#limit(level) : 'unplaced');
    if (unread || !frame) {
      below.unread = unread ?? 'unplaced';
      return undefined;
    }
    if (!isSameSite(info.url, this.#site)) below.most = MOST_ENTRIES_ELSEWHERE;
    const request = this.#requestFor(below, frame);
    if (!request) {
      below.unread = 'limit';
      return undefined;
    }
    this.#read += 1;
    const answer = await this.#ask(request);
    if (typeof answer === 'string') {
      below.unread = answer;
      return undefined;
    }
    if (answer.payment) below.payment = true;
    below.part = partOf(answer, { ...frame, tabId: this.#root.document.tabId }, frame);
    this.#note(below.part);
    return below.part;
  }

  #limit(level: number): UnreadFrame | undefined {
    const isOver = level > MOST_LEVELS || this.#read >= MOST_FRAMES || Date.now() >= this.#end;
    return isOver ? 'limit' : undefined;
  }

  /** Undefined if nothing is left of what the caller wants. */
  #requestFor({ found, most }: Below, frame: ForwardedFrame): FrameRead | undefined {
    const { selector: _, ...given } = { selector: undefined, ...this.#request.params };
    const params = { ...given, frame };
    if ('maxDepth' in params && params.maxDepth !== undefined) {
      params.maxDepth -= found.indent;
      if (params.maxDepth <= 0) return undefined;
    }
    const [, ...others] = this.minted;
    const left = MAX_HANDLES_IN_FRAMES - sum(others.map(sizeOf));
    const numbers = {
      handlesGiven: sum(this.minted.map(({ count }) => count)),
      mostHandles: Math.min(left, most ?? left),
    };
    // as: only params of the page itself have changed.
    return { ...this.#request, ...numbers, params } as FrameRead;
  }

  async #ask(request: FrameRead): Promise<PageAnswers['run'] | UnreadFrame> {
    const { tabId } = this.#root.document;
    const ms = Math.min(LONGEST_OF_FRAME_MS, this.#end - Date.now());
    const { signal: outer, places } = this.#how;
    try {
      const answer = await within(
        ms,
        (signal) => ask(this.#pages, tabId, { type: 'run', request }, { signal, places, moment: 'now' }),
        outer,
      );
      return answer === LATE ? 'busy' : answer.value;
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError)) throw thrown;
      const { code } = thrown.error;
      if (code === 'FRAME_NOT_FOUND') return 'gone';
      if (code === 'PAGE_RESTRICTED') return 'closed';
      if (code === 'SCRIPT_ERROR') return 'busy';
      throw thrown;
    }
  }

  #note({ data, document, frame }: Part): void {
    if (!('minted' in data)) return;
    const { documentId } = document;
    this.minted.push({ ...data.minted, documentId, ...(frame ? { frame } : {}) });
  }
}

/** How many elements of a document have a handle. */
function sizeOf({ count, again = [] }: MintedHandles): number {
  return count + sum(again.map(({ numbers }) => numbers.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** The frames that the user sees now come first: there may be more than are read. */
function inOrder({ below }: Part, level: number): Waiting[] {
  const inView = below.filter(({ found }) => found.isInView);
  return [...inView, ...below.filter(({ found }) => !found.isInView)].map((each) => ({ below: each, level }));
}
