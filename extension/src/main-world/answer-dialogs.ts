/** A dialog that was answered: its kind, its words, and the answer. */
export type AnsweredDialog = [kind: string, message: string, answer: string | boolean | null];

const MOST = 20;

/**
 * Answers the page's dialogs in place of a person until the event of this name, or for so long at most. Then the page
 * has its own functions back, the very same ones. Chrome sends the source of this function into the page's world: see
 * `fill-editor.ts`.
 */
export function answerDialogs(
  // Chrome's types do not know the arguments, so they may be missing.
  ...given: [] | [end: string, says: boolean, text: string | null, limitMs: number]
): Promise<AnsweredDialog[]> {
  const [end = '', says = false, text = null, limitMs = 0] = given;
  const answered: AnsweredDialog[] = [];
  const note = <T extends string | boolean | null>(kind: string, message: unknown, answer: T): T => {
    if (answered.length < MOST) answered.push([kind, String(message ?? ''), answer]);
    return answer;
  };
  const inPlace: Record<string, (message?: unknown, value?: unknown) => unknown> = {
    alert: (message) => void note('alert', message, null),
    confirm: (message) => note('confirm', message, says),
    prompt: (message, value) => note('prompt', message, says ? (text ?? String(value ?? '')) : null),
  };
  const putBack = Object.entries(inPlace).map(([name, value]) => {
    const own = Object.getOwnPropertyDescriptor(window, name);
    Object.defineProperty(window, name, { configurable: true, enumerable: true, writable: true, value });
    return () => {
      // Where the page has put a function of its own there in the meantime, that one stays.
      if (own && Reflect.get(window, name) === value) Object.defineProperty(window, name, own);
    };
  });
  return new Promise((resolve) => {
    const finish = () => {
      removeEventListener(end, finish);
      for (const restore of putBack) restore();
      resolve(answered);
    };
    addEventListener(end, finish);
    setTimeout(finish, limitMs);
  });
}
