import { isAction, traitsOf } from '@bproxy/shared';
import { IncomingMessages } from '../../extension/src/background/connection/incoming.ts';
import { Dedupe } from '../../extension/src/background/requests/dedupe.ts';
import { Dispatcher } from '../../extension/src/background/requests/dispatcher.ts';
import { Trace } from '../../extension/src/background/requests/trace.ts';
import { fakeStore } from '../../extension/src/testing/fake-chrome.ts';
import { sampleInBatches, Violation } from '../sampling.ts';
import { type ExtensionCase, extensionCase } from './cases.ts';

const NOW = 1_000_000;

export interface ExtensionFigures {
  messages: number;
  runs: number;
  answers: number;
}

/** Feeds the worker's link input with messages that no daemon should send. */
export async function fuzzExtension(seed: number, cases: number): Promise<ExtensionFigures> {
  const figures: ExtensionFigures = { messages: 0, runs: 0, answers: 0 };
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  try {
    for (const batch of sampleInBatches(extensionCase, seed, cases)) {
      for (const { number, input } of batch) {
        try {
          await runCase(input, figures);
          if (rejections.length > 0) throw new Error(`a rejection that nobody took: ${rejections[0]}`);
        } catch (error) {
          throw new Violation(`case ${number}: ${error instanceof Error ? error.stack : error}`, input);
        }
      }
    }
    return figures;
  } finally {
    process.off('unhandledRejection', onRejection);
  }
}

async function runCase(input: ExtensionCase, figures: ExtensionFigures): Promise<void> {
  const runs = new Map<string, number>();
  const store = fakeStore();
  let running = 0;
  const dispatcher = new Dispatcher({
    run: async (request) => {
      const fault = faultOf(request);
      if (fault) throw new Error(`ran a request with ${fault}`);
      running += 1;
      figures.runs += 1;
      if (traitsOf(request.action).destructive) runs.set(request.id, (runs.get(request.id) ?? 0) + 1);
      await Promise.resolve();
      running -= 1;
      return { data: { text: '' }, page: { url: '', title: '', state: 'ready', busy: false } };
    },
    send: (message) => {
      if (message.type === 'response') figures.answers += 1;
      if (
        message.type === 'response' &&
        !message.response.ok &&
        /^ran a request/.test(message.response.error.message)
      ) {
        throw new Error(message.response.error.message);
      }
    },
    dedupe: new Dedupe(store, store, () => NOW),
    trace: new Trace(store, () => {}),
    now: () => NOW,
    extensionVersion: '1',
  });
  const incoming = new IncomingMessages({
    feed: () => {},
    send: () => {},
    fileParts: { came: () => {} },
    dispatcher,
    release: () => {},
    sessions: () => {},
    note: () => {},
  });
  for (const message of input) {
    figures.messages += 1;
    // As Chrome delivers it: a copy, made of JSON.
    const text = JSON.stringify(message);
    if (text !== undefined) incoming.take(JSON.parse(text));
    if (figures.messages % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  for (let turn = 0; turn < 3 || dispatcher.inFlight > 0; turn += 1) {
    if (turn > 100) throw new Error('requests that never end');
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (running !== 0) throw new Error('something still runs');
  for (const [id, count] of runs) if (count > 1) throw new Error(`${id} had ${count} effects`);
}

/** Repeated on purpose: the code under test must not decide what may run. */
function faultOf(request: object): string | undefined {
  const fields = Object.entries(request);
  const get = (name: string) => fields.find(([key]) => key === name)?.[1];
  const target = get('target');
  const tabId = typeof target === 'object' && target !== null && 'tabId' in target ? target.tabId : undefined;
  if (typeof get('id') !== 'string' || get('id') === '') return 'no id';
  if (typeof get('action') !== 'string' || !isAction(get('action'))) return 'no action';
  if (typeof get('params') !== 'object' || get('params') === null) return 'no params';
  if (!(get('deadline') > NOW)) return 'no time left';
  if (get('protocol_version') !== 1) return 'another protocol';
  return tabId === null || Number.isInteger(tabId) ? undefined : 'no tab';
}
