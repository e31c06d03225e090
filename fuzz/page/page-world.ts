import type { PageCase } from './cases.ts';
import type { buildHostileDom as build } from './hostile-dom.ts';

/** What runs in the content script's world. It is sent there as text. */

interface Answer {
  ok: boolean;
  data?: { minted?: { read: number } };
}

interface FromPage {
  type: string;
  id: number;
  answer?: { ok: true; value: object } | { ok: false; error: object };
}

declare global {
  var buildHostileDom: typeof build;
  /** Asks the content script, as the extension's worker does. */
  var askPage: (request: object) => Promise<Answer>;
}

/** The end of the port that the worker has. */
export function listen(): void {
  const id = 'bproxy';
  const runtime = {
    id,
    onConnect: {
      addListener: (connected: (port: object) => void) => {
        let hear = (_message: object) => {};
        let heard = (_answer: Answer) => {};
        connected({
          sender: { id },
          onMessage: {
            addListener: (listener: (message: object) => void) => {
              hear = listener;
            },
          },
          onDisconnect: { addListener: () => {} },
          postMessage: (message: FromPage) => {
            if (message.type === 'frames?') hear({ type: 'frame-places', id: message.id, places: [] });
            const { answer } = message;
            if (answer) heard(answer.ok ? { ok: true, ...answer.value } : answer);
          },
        });
        globalThis.askPage = (request) =>
          new Promise((resolve) => {
            heard = resolve;
            hear({ id: 1, type: 'run', request });
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
