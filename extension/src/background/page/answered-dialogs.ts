import type { DialogRecord } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { answerDialogs } from '../../main-world/answer-dialogs.ts';
import { LONGEST_STRING } from '../requests/page-strings.ts';
import { LATE, within } from '../time-limit.ts';
import { type DocumentRef, only } from './document-ref.ts';
import { runInMainWorld } from './main-world.ts';

const KINDS = ['alert', 'confirm', 'prompt'] as const;
/** The page's functions come back after this long in any case. */
const SPARE_MS = 2_000;
const END_MS = 1_000;
const ACCEPT = 'accept';
const TEXT = 'text:';

/**
 * Runs an action while the dialogs of its page are answered as the agent asked, and reports them. Only for this time the
 * page's own world has three functions of ours.
 */
export async function withDialogs<T>(
  document: DocumentRef,
  { answer, deadline }: { answer: string; deadline: number },
  action: () => Promise<T>,
): Promise<{ result: T; dialogs: DialogRecord[] }> {
  // Any word will do: nobody but the two of us knows it.
  const end = crypto.randomUUID();
  const text = answer.startsWith(TEXT) ? answer.slice(TEXT.length) : null;
  const says = answer === ACCEPT || text !== null;
  const limitMs = deadline - Date.now() + SPARE_MS;
  const answering = runInMainWorld(document, answerDialogs, [end, says, text, limitMs]);
  // Chrome runs the scripts of a document in order, so after this one the answers are in place.
  await runInMainWorld(document, () => true, []);
  const stop = () =>
    chrome.scripting
      .executeScript({ target: only(document), injectImmediately: true, func: endAnswers, args: [end] })
      .catch(() => []);
  try {
    const result = await action();
    await stop();
    const answered = await within(END_MS, () => answering);
    return { result, dialogs: answered === LATE ? [] : dialogsOf(answered) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs in our own world of the page. */
function endAnswers(...given: [] | [end: string]): void {
  window.dispatchEvent(new Event(given[0] ?? ''));
}

/** What a page's own world answers may be anything. */
function dialogsOf(answered: unknown): DialogRecord[] {
  if (!Array.isArray(answered)) return [];
  return answered.flatMap((entry: unknown) => {
    if (!Array.isArray(entry)) return [];
    const [kind, message, answer]: unknown[] = entry;
    const type = KINDS.find((each) => each === kind);
    if (!type || typeof message !== 'string') return [];
    const isAnswer = typeof answer === 'string' || typeof answer === 'boolean';
    return [{ type, message: cut(message, LONGEST_STRING), ...(isAnswer ? { answer } : {}) }];
  });
}
