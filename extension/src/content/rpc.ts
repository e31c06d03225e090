import { makeError } from '@bproxy/shared';
import type { AnyContentRequest, ContentAnswer, FromPage, ToPage } from '../content-messages.ts';
import { runAction } from './run-action.ts';

const MOST_REMEMBERED = 100;

declare global {
  /** Set in the isolated world of this extension only; the page cannot see it. */
  var bproxyListens: boolean | undefined;
}

type Run = (request: AnyContentRequest, announce: () => void) => Promise<ContentAnswer>;

/** Listens for the background, once a document: a second injection, also after a return from the bfcache, is idle. */
export function listenForActions(): void {
  if (globalThis.bproxyListens) return;
  globalThis.bproxyListens = true;
  const runOnce = onceById((request, announce) => runAction(request, { announce }));
  chrome.runtime.onConnect.addListener((port) => {
    if (port.sender?.id !== chrome.runtime.id || port.sender.tab !== undefined) return;
    const say = (message: FromPage) => port.postMessage(message);
    port.onMessage.addListener((message: ToPage) => {
      const { id } = message.request;
      // Throws on a port that is closed, so that nothing is done for a worker that is not there to hear of it.
      const announce = () => say({ type: 'acting', id });
      void runOnce(message.request, announce).then((answer) => reply(say, answer));
    });
  });
}

function reply(say: (message: FromPage) => void, answer: ContentAnswer): void {
  try {
    say({ type: 'answer', answer });
  } catch (thrown) {
    // Above 64 MiB Chrome throws; on a port that is closed the second attempt does so too, and nobody waits.
    const cause = thrown instanceof Error ? thrown.message : String(thrown);
    const error = makeError('RESULT_TOO_LARGE', { details: { cause } });
    try {
      say({ type: 'answer', answer: { id: answer.id, ok: false, error } });
    } catch {}
  }
}

/** The same request, should it ever arrive twice, gets the answer of its first run. */
export function onceById(run: Run): Run {
  const runs = new Map<string, Promise<ContentAnswer>>();
  return (request, announce) => {
    const known = runs.get(request.id);
    if (known) return known;
    const answer = run(request, announce);
    runs.set(request.id, answer);
    // Reads may run again, and theirs are the large answers.
    if (!request.destructive) void answer.then(() => runs.delete(request.id));
    const oldest = runs.keys().next().value;
    if (runs.size > MOST_REMEMBERED && oldest !== undefined) runs.delete(oldest);
    return answer;
  };
}
