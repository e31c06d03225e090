import { ProtocolError } from '@bproxy/shared';
import { isAsleep } from '../tabs/asleep.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { isCrashed } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, sleep, within } from '../time-limit.ts';
import { type DocumentRef, documentNow, only } from './document-ref.ts';

/** The time for a page that must answer in any case: it may be loading or computing. */
export const PATIENCE_MS = 10_000;
const FIRST_LOOK_MS = 2_500;
/** A shorter silence proves nothing. */
const LEAST_MS = 250;

interface Watch {
  tabId: number;
  deadline: number;
  /** A page that is only busy answers within this many milliseconds. */
  patience: number;
  /** The facts about the action that the caller needs. */
  message(): string;
  /** The moment from which the page's silence counts. */
  from?: Promise<void>;
  /** Fires when no caller waits for the work any more. */
  signal: AbortSignal;
}

/**
 * Pages that do not answer. alert, confirm and prompt block everything in a page until a person closes them. They block
 * our script too, and Chrome does not report them to extensions. So bproxy pings the page: a page in front that stays
 * silent shows a dialog, or is very busy. Chrome itself closes dialogs of background pages at once.
 */
export class SilentPages {
  readonly #owned: Pick<OwnedTabs, 'has'>;
  /** Pings without an answer yet. The answer comes when the dialog closes or the tab leaves the page. */
  readonly #asked = new Map<number, Promise<void>>();
  readonly #found = new Set<number>();
  /** The frame that the last request of a tab was for. */
  readonly #frames = new Map<number, DocumentRef>();

  constructor(owned: Pick<OwnedTabs, 'has'>) {
    this.#owned = owned;
  }

  /** A dialog of a frame blocks that frame, and may leave the page around it running. So the frame must answer too. */
  attend(tabId: number, frame: DocumentRef | undefined): void {
    if (this.#found.has(tabId)) return;
    if (frame) this.#frames.set(tabId, frame);
    else this.#frames.delete(tabId);
  }

  /** Throws at once if the tab's page was silent last time and still is. */
  async refuseKnown(tabId: number): Promise<void> {
    if (!this.#found.has(tabId) || (await this.answers(tabId, LEAST_MS))) return;
    throw dialogOpen(
      'The page still shows a dialog, or is very busy: it has not answered since the last command.',
    );
  }

  /** Throws if the page is silent. Call it before an action: a silent page would run the action later. */
  async refuseSilent(tabId: number, deadline: number): Promise<void> {
    const ms = Math.max(LEAST_MS, Math.min(PATIENCE_MS, deadline - MARGIN_MS.silence - Date.now()));
    if ((await this.answers(tabId, ms)) || !(await isInFront(tabId))) return;
    this.#found.add(tabId);
    throw dialogOpen('The page shows a dialog, or is very busy: it does not answer. Nothing was done.');
  }

  /** Resolves with the work, unless the page falls silent during it. In that case the signal ends the work. */
  async whileItAnswers<T>(work: (signal: AbortSignal) => Promise<T>, watch: Watch): Promise<T> {
    const over = new AbortController();
    const signal = AbortSignal.any([watch.signal, over.signal]);
    try {
      return await Promise.race([work(signal), this.#untilSilent(watch, signal)]);
    } finally {
      over.abort();
    }
  }

  /** Never resolves. */
  async #untilSilent({ tabId, deadline, patience, message, from }: Watch, over: AbortSignal): Promise<never> {
    await from;
    const left = () => deadline - MARGIN_MS.silence - Date.now();
    while (left() >= LEAST_MS && !over.aborted) {
      await sleep(Math.min(FIRST_LOOK_MS, left() / 2), over);
      if (over.aborted) break;
      const isSilent = !(await this.answers(tabId, Math.max(LEAST_MS, Math.min(patience, left()))));
      if (over.aborted || !isSilent || !(await isInFront(tabId))) continue;
      this.#found.add(tabId);
      throw dialogOpen(message());
    }
    return new Promise(() => {});
  }

  /** Whether the page runs scripts, and so shows no dialog. */
  async answers(tabId: number, ms: number): Promise<boolean> {
    const asked = this.#asked.get(tabId) ?? this.#ask(tabId);
    return (await within(ms, () => asked)) !== LATE;
  }

  #ask(tabId: number): Promise<void> {
    const asked = this.#look(tabId).finally(() => {
      this.#asked.delete(tabId);
      this.#found.delete(tabId);
    });
    this.#asked.set(tabId, asked);
    return asked;
  }

  /** No dialog can block a page that bproxy cannot enter. */
  async #look(tabId: number): Promise<void> {
    const [document, tab] = await Promise.all([documentNow(tabId), chrome.tabs.get(tabId).catch(() => null)]);
    // An injection into a source view never ends. The user may also have taken the tab by now.
    if (
      !document ||
      !tab ||
      isAsleep(tab) ||
      isCrashed(tab) ||
      tab.url?.startsWith('view-source:') ||
      !(await this.#owned.has(tabId))
    )
      return;
    const frame = this.#frames.get(tabId);
    const ping = (target: DocumentRef) =>
      chrome.scripting
        .executeScript({ target: only(target), func: () => true, injectImmediately: true })
        .catch(() => undefined);
    await Promise.all([document, ...(frame ? [frame] : [])].map(ping));
  }
}

/** How long a page may be silent after an action. Chrome takes seconds to lay out a long text. */
export function patienceAfter(characters: number): number {
  return 4_000 + characters * 0.01;
}

async function isInFront(tabId: number): Promise<boolean> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.active === true && !isCrashed(tab);
}

function dialogOpen(message: string): ProtocolError {
  return new ProtocolError('DIALOG_OPEN', { message });
}
