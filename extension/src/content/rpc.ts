import { errorEnvelope, makeError } from '@bproxy/shared';
import type {
  AnyContentRequest,
  ContentEnvelope,
  FramePlace,
  FromPage,
  ToPage,
} from '../content-messages.ts';
import type { PageTools } from './actions/handler.ts';
import { runAction } from './run-action.ts';

const MOST_REMEMBERED = 100;

declare global {
  /** Set in the isolated world of this extension only; the page cannot see it. */
  var bproxyListens: boolean | undefined;
}

type Run = (request: AnyContentRequest, tools: PageTools) => Promise<ContentEnvelope>;

/** Listens for the background, once a document: a second injection, also after a return from the bfcache, is idle. */
export function listenForActions(): void {
  if (globalThis.bproxyListens) return;
  globalThis.bproxyListens = true;
  const runOnce = onceById(runAction);
  chrome.runtime.onConnect.addListener((port) => {
    if (port.sender?.id !== chrome.runtime.id || port.sender.tab !== undefined) return;
    const say = (message: FromPage) => port.postMessage(message);
    const waiting = new Map<string, (places: FramePlace[]) => void>();
    port.onMessage.addListener((message: ToPage) => {
      if (message.type === 'frame-places') {
        waiting.get(message.id)?.(message.places);
        waiting.delete(message.id);
        return;
      }
      const { id } = message.request;
      const tools: PageTools = {
        // Throws on a port that is closed, so that nothing is done for a worker that is not there to hear of it.
        announce: () => say({ type: 'acting', id }),
        framePlaces: () =>
          new Promise((resolve) => {
            waiting.set(id, resolve);
            say({ type: 'frames?', id });
          }),
      };
      void runOnce(message.request, tools).then((answer) => reply(say, answer));
    });
  });
}

function reply(say: (message: FromPage) => void, answer: ContentEnvelope): void {
  try {
    say({ type: 'answer', answer });
  } catch (thrown) {
    // Above 64 MiB Chrome throws; on a port that is closed the second attempt does so too, and nobody waits.
    const cause = thrown instanceof Error ? thrown.message : String(thrown);
    const error = makeError('RESULT_TOO_LARGE', { details: { cause } });
    try {
      say({ type: 'answer', answer: errorEnvelope(answer.id, error) });
    } catch {}
  }
}

/** The same request, should it ever arrive twice, gets the answer of its first run. */
export function onceById(run: Run): Run {
  const runs = new Map<string, Promise<ContentEnvelope>>();
  return (request, tools) => {
    const known = runs.get(request.id);
    if (known) return known;
    const answer = run(request, tools);
    runs.set(request.id, answer);
    // Reads may run again, and theirs are the large answers.
    if (!request.destructive) void answer.then(() => runs.delete(request.id));
    const oldest = runs.keys().next().value;
    if (runs.size > MOST_REMEMBERED && oldest !== undefined) runs.delete(oldest);
    return answer;
  };
}
