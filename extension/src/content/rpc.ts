import { makeError } from '@bproxy/shared';
import type { Barrier, FramePlace, FromPage, PageAnswer, PageRequest, ToPage } from '../content-messages.ts';
import { messageOf } from '../thrown.ts';
import { askAboveWith } from './frames/way-up.ts';
import { waitWith } from './page-clock.ts';
import { answerRequest } from './page-requests.ts';
import type { GivenTools } from './run-action.ts';

declare global {
  /** Set only in the isolated world of this extension, so the page cannot see it. */
  var bproxyListens: boolean | undefined;
}

/**
 * Listens for the background, once per document. A second injection does nothing, even after a return from the bfcache.
 */
export function listenForActions(): void {
  if (globalThis.bproxyListens) return;
  globalThis.bproxyListens = true;
  chrome.runtime.onConnect.addListener((port) => {
    if (port.sender?.id !== chrome.runtime.id || port.sender.tab !== undefined) return;
    serve(port);
  });
}

/** The worker went away, and no caller waits for the act. */
const NOBODY_KNOWS: Barrier = { obstacle: 'unplaced', details: {} };

/** A request that is being answered. */
interface Asked {
  ending: AbortController;
  placesCame(places: FramePlace[]): void;
  partCame(part: Extract<ToPage, { type: 'part' }>): void;
}

function serve(port: chrome.runtime.Port): void {
  const asked = new Map<number, Asked>();
  const sleeping = new Map<number, () => void>();
  const say = (message: FromPage) => port.postMessage(message);
  let lastSleep = 0;
  const stopWaiting = waitWith((ms, callBack) => {
    lastSleep += 1;
    sleeping.set(lastSleep, callBack);
    say({ type: 'sleep', id: lastSleep, ms });
  });
  const looking = new Map<number, (barrier: Barrier | null) => void>();
  const stopAsking = askAboveWith((here, point) => {
    lastSleep += 1;
    const id = lastSleep;
    say({ type: 'above?', id, here, ...(point ? { point } : {}) });
    return new Promise((resolve) => looking.set(id, resolve));
  });
  port.onMessage.addListener((message: ToPage) => {
    const { id } = message;
    if (message.type === 'cancel') asked.get(id)?.ending.abort();
    else if (message.type === 'frame-places') asked.get(id)?.placesCame(message.places);
    else if (message.type === 'part') asked.get(id)?.partCame(message);
    else if (message.type === 'above') {
      looking.get(id)?.(message.barrier);
      looking.delete(id);
    } else if (message.type === 'awake') {
      sleeping.get(id)?.();
      sleeping.delete(id);
    } else void answer(id, message);
  });
  port.onDisconnect.addListener(() => {
    stopWaiting();
    stopAsking();
    for (const told of looking.values()) told(NOBODY_KNOWS);
    for (const { ending } of asked.values()) ending.abort();
    for (const wake of sleeping.values()) wake();
  });

  async function answer(id: number, request: PageRequest): Promise<void> {
    const mine: Asked = { ending: new AbortController(), placesCame: () => {}, partCame: () => {} };
    const { signal } = mine.ending;
    const parts = new Map<string, (data: string | null) => void>();
    mine.partCame = ({ file, from, data }) => parts.get(`${file} ${from}`)?.(data);
    const tools: GivenTools = {
      signal,
      announce() {
        // Nothing runs for a worker that has given up or is gone: a closed port throws.
        signal.throwIfAborted();
        say({ type: 'acting', id });
      },
      openTab: (url) => say({ type: 'opens', id, url }),
      leaves: (posts) => say({ type: 'leaves', id, posts }),
      soFar: (data) => say({ type: 'so-far', id, data }),
      filePart: (file, from) =>
        new Promise((resolve, reject) => {
          parts.set(`${file} ${from}`, resolve);
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          say({ type: 'part?', id, file, from });
        }),
      framePlaces: () =>
        new Promise((resolve, reject) => {
          mine.placesCame = resolve;
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          say({ type: 'frames?', id });
        }),
    };
    asked.set(id, mine);
    const given = await answerRequest(request.type, request, tools);
    asked.delete(id);
    reply(say, id, given);
  }
}

function reply(say: (message: FromPage) => void, id: number, answer: PageAnswer): void {
  try {
    say({ id, type: 'answer', answer });
  } catch (thrown) {
    // Above 64 MiB Chrome throws. On a closed port the second attempt throws too, and no caller waits.
    const error = makeError('RESULT_TOO_LARGE', { details: { cause: messageOf(thrown) } });
    try {
      say({ id, type: 'answer', answer: { ok: false, error } });
    } catch {}
  }
}
