import type { ToDaemonMessage } from '@bproxy/shared';
import { expect, test } from 'vitest';
import { fakeRequest } from '../../testing/fake-chrome.ts';
import { Dedupe } from '../requests/dedupe.ts';
import { Dispatcher } from '../requests/dispatcher.ts';
import { Trace } from '../requests/trace.ts';
import { IncomingMessages } from './incoming.ts';

function setUp(run = () => Promise.reject(new Error('nothing may run'))) {
  const sent: ToDaemonMessage[] = [];
  const store = { get: async () => ({}), set: async () => {}, remove: async () => {} };
  const dispatcher = new Dispatcher({
    run,
    send: (message) => sent.push(message),
    dedupe: new Dedupe(store, store, () => 0),
    trace: new Trace(store, () => {}),
    now: () => 0,
    extensionVersion: '1',
  });
  const incoming = new IncomingMessages({
    feed: () => {},
    send: (message) => sent.push(message),
    fileParts: { came: () => {} },
    dispatcher,
    release: () => {},
    sessions: () => {},
    note: () => {},
  });
  return { incoming, sent };
}

test.each(['teleport', 'session.list'])(
  'an action without a handler in the extension is refused: %s',
  (action) => {
    const { incoming, sent } = setUp();
    const request = {
      protocol_version: 1,
      id: 'r1',
      action,
      params: {},
      session: '',
      deadline: 9e12,
      destructive: true,
      target: { tabId: 1 },
    };
    incoming.take({ type: 'request', request });
    expect(sent).toMatchObject([
      {
        type: 'response',
        response: { id: 'r1', ok: false, error: { code: 'UNSUPPORTED_ACTION', retry: 'never' } },
      },
    ]);
  },
);

test('the number of simultaneous requests is limited, and the rest are refused', async () => {
  const { incoming, sent } = setUp(() => new Promise(() => {}));
  for (let turn = 0; turn < 205; turn++) {
    const id = `r${turn}`;
    incoming.take({ type: 'request', request: fakeRequest('text', { id, deadline: 9e12 }) });
  }
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(5);
  expect(sent[0]).toMatchObject({ response: { id: 'r200', error: { code: 'OVERLOADED', retry: 'safe' } } });
});
