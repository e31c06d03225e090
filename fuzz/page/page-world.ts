import type { PageCase } from './cases.ts';
import type { buildHostileDom as build } from './hostile-dom.ts';

/** What runs in the content script's world. It is sent there as text. */

interface FromPage {
  type: string;
  id?: string;
  answer?: { data?: { minted?: { read: number } } };
}

declare global {
  var buildHostileDom: typeof build;
  /** Asks the content script, as the extension's worker does. */
  var askPage: (request: object) => Promise<NonNullable<FromPage['answer']>>;
}

/** The end of the port that the worker has. */
export function listen(): void {
  const id = 'bproxy';
  const runtime = {
    id,
    onConnect: {
      addListener: (connected: (port: object) => void) => {
        let hear = (_message: object) => {};
        let heard = (_answer: NonNullable<FromPage['answer']>) => {};
        connected({
          sender: { id },
          onMessage: {
            addListener: (listener: (message: object) => void) => {
              hear = listener;
            },
          },
          postMessage: (message: FromPage) => {
            if (message.type === 'frames?') hear({ type: 'frame-places', id: message.id, places: [] });
            if (message.answer) heard(message.answer);
          },
        });
        globalThis.askPage = (request) =>
          new Promise((resolve) => {
            heard = resolve;
            hear({ type: 'run', request });
          });
      },
    },
  };
  Object.assign(globalThis, { chrome: { runtime } });
}

export async function answerCases(cases: PageCase[]): Promise<string[][]> {
  const all: string[][] = [];
  for (const { dom, asks } of cases) {
    globalThis.buildHostileDom(dom);
    const answers: string[] = [];
    let read = 0;
    for (const { action, params } of asks) {
      const answer = await globalThis.askPage({
        protocol_version: 1,
        id: String(Math.random()),
        action,
        // A handle is of the last read, which the daemon would add.
        params: JSON.parse(JSON.stringify(params).replaceAll('{"handle":', `{"read":${read},"handle":`)),
        session: 'fuzzed',
        deadline: Date.now() + 4_000,
        destructive: false,
        target: { tabId: 1 },
        firstHandle: 1,
        pace: { min: 0, max: 0 },
      });
      read = answer.data?.minted?.read ?? read;
      answers.push(JSON.stringify(answer));
    }
    all.push(answers);
  }
  return all;
}
