import { type DocumentRef, only } from './document-ref.ts';

/** What Chrome passes to a function in a page's own world and back: it copies both as JSON. */
type Plain = string | number | boolean | null | undefined | object;

/**
 * Runs a function in the world of the page's own scripts. This is the only place that does. Null if the page was gone;
 * what a page's own world answers may be anything.
 */
export async function runInMainWorld(
  document: DocumentRef,
  // Chrome's types do not know the arguments, so each such function takes any number of them.
  func: (...args: never[]) => unknown,
  args: Plain[],
): Promise<unknown> {
  // as: its callers give it the arguments that it takes.
  const alone = func as () => void;
  const answers = await chrome.scripting
    .executeScript({ world: 'MAIN', target: only(document), injectImmediately: true, func: alone, args })
    .catch(() => null);
  return answers?.[0]?.result ?? null;
}
