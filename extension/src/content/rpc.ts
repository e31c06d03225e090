import { makeError } from '@bproxy/shared';
import type { AnnounceMessage, AnyContentRequest, ContentAnswer, RunMessage } from '../content-messages.ts';
import { runAction } from './run-action.ts';

const MOST_REMEMBERED = 100;

declare global {
  /** Set in the isolated world of this extension only; the page cannot see it. */
  var bproxyListens: boolean | undefined;
}

/** Listens for the background, once a document: a second injection, also after a return from the bfcache, is idle. */
export function listenForActions(): void {
  if (globalThis.bproxyListens) return;
  globalThis.bproxyListens = true;
  const runOnce = onceById((request) => runAction(request, { announce: () => announce(request.id) }));
  // As one text: Chrome takes objects apart and puts them together again in each process on the way.
  globalThis.bproxyRead = async (request) => JSON.stringify(await runOnce(request));
  chrome.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (sender.id !== chrome.runtime.id || sender.tab !== undefined || !isRun(message)) return false;
    void runOnce(message.request).then((answer) => reply(sendResponse, answer));
    return true;
  });
}

/** No answer is waited for: the page may not live to hear it. */
function announce(id: string): void {
  const message: AnnounceMessage = { type: 'acting', id };
  void chrome.runtime.sendMessage(message).catch(() => undefined);
}

/** Above 64 MiB Chrome throws here, and the background would wait for nothing. */
function reply(sendResponse: (answer: ContentAnswer) => void, answer: ContentAnswer): void {
  try {
    sendResponse(answer);
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.message : String(thrown);
    sendResponse({ id: answer.id, ok: false, error: makeError('RESULT_TOO_LARGE', { details: { cause } }) });
  }
}

/** The same request, should it ever arrive twice, gets the answer of its first run. */
export function onceById(
  run: (request: AnyContentRequest) => Promise<ContentAnswer>,
): (request: AnyContentRequest) => Promise<ContentAnswer> {
  const runs = new Map<string, Promise<ContentAnswer>>();
  return (request) => {
    const known = runs.get(request.id);
    if (known) return known;
    const answer = run(request);
    runs.set(request.id, answer);
    // Reads may run again, and theirs are the large answers.
    if (!request.destructive) void answer.then(() => runs.delete(request.id));
    const oldest = runs.keys().next().value;
    if (runs.size > MOST_REMEMBERED && oldest !== undefined) runs.delete(oldest);
    return answer;
  };
}

function isRun(message: unknown): message is RunMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'run';
}
