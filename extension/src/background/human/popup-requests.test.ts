import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, strict } from '../../testing/fake-chrome.ts';
import { Link } from '../connection/link.ts';
import { registerPopupRequests } from './popup-requests.ts';

const HOME = 'chrome-extension://abc/';

interface Sender {
  id: string;
  url?: string;
}

let onMessage: FakeEvent<[unknown, Sender, (answer: unknown) => void]>;
let opened: number;
let labels: string[];
let decided: unknown[];

function ask(message: unknown, sender: Sender): { answers: unknown[] } {
  const answers: unknown[] = [];
  onMessage.fire(message, sender, (answer) => answers.push(answer));
  return { answers };
}

beforeEach(() => {
  vi.useFakeTimers();
  [onMessage, opened, labels, decided] = [new FakeEvent(), 0, [], []];
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      runtime: strict('chrome.runtime', {
        id: 'abc',
        onMessage,
        getURL: (path: string) => HOME + path,
        getManifest: () => ({ version: '1.0.0' }),
        connectNative() {
          opened += 1;
          throw new Error('Specified native messaging host not found.');
        },
      }),
      alarms: strict('chrome.alarms', { getAll: async () => [], create: async () => undefined }),
    }),
  );
  registerPopupRequests({
    link: new Link({
      hello: async () => ({ type: 'ping', ts: 0 }),
      received: () => undefined,
      changed: () => undefined,
    }),
    label: async () => labels.at(-1) ?? 'default',
    keepLabel: async (label) => void labels.push(label),
    lending: {
      view: async () => ({ front: null, sessions: [], asks: [] }),
      lend: async ({ tabId }) => (tabId === 1 ? 'It cannot be lent.' : null),
      takeBack: async (tabId) => void decided.push(['take back', tabId]),
      refuse: async (session) => void decided.push(['refuse', session]),
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each<[string, Sender]>([
  ['a content script', { id: 'abc', url: 'https://evil.test/' }],
  ['a page that bears our address in its own', { id: 'abc', url: `https://evil.test/${HOME}` }],
  ['another extension', { id: 'xyz', url: HOME }],
  ['nobody known', { id: 'abc' }],
])('%s gets no answer', async (_, sender) => {
  const { answers } = ask({ type: 'reconnect' }, sender);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answers).toEqual([]);
  expect(opened).toBe(0);
});

test('opening the popup triggers a connection attempt at once, and its later questions do not', async () => {
  const popup = { id: 'abc', url: `${HOME}popup.html` };
  const first = ask({ type: 'opened' }, popup);
  await vi.advanceTimersByTimeAsync(100);
  expect(first.answers).toMatchObject([
    { phase: { name: 'failed', failure: 'not-found' }, extensionVersion: '1.0.0', label: 'default' },
  ]);
  ask({ type: 'status' }, popup);
  await vi.advanceTimersByTimeAsync(100);
  expect(opened).toBe(1);
  ask({ type: 'reconnect' }, popup);
  expect(opened).toBe(2);
  const named = ask({ type: 'set-label', label: 'Work' }, popup);
  await vi.advanceTimersByTimeAsync(100);
  expect(named.answers).toMatchObject([{ label: 'Work' }]);
});

test('what the user decides about a tab is done, and a refusal comes back in words', async () => {
  const popup = { id: 'abc', url: `${HOME}popup.html` };
  const lent = ask({ type: 'lend', tabId: 1, session: null, readOnly: false }, popup);
  ask({ type: 'take-back', tabId: 7 }, popup);
  ask({ type: 'refuse', session: 'abcdef' }, popup);
  await vi.advanceTimersByTimeAsync(100);
  expect(lent.answers).toMatchObject([{ note: 'It cannot be lent.', lending: { asks: [] } }]);
  expect(decided).toEqual([
    ['take back', 7],
    ['refuse', 'abcdef'],
  ]);
});

test.each([
  { type: 'lend', tabId: '7', session: null, readOnly: false },
  { type: 'lend', tabId: 7, session: 'nobody knows', readOnly: false },
  { type: 'lend', tabId: 7, session: null },
  { type: 'take-back' },
  { type: 'refuse', session: null },
  { type: 'status', front: 'x' },
])('a message of the wrong form is ignored: %j', async (message) => {
  const { answers } = ask(message, { id: 'abc', url: `${HOME}popup.html` });
  await vi.advanceTimersByTimeAsync(100);
  expect({ answers, decided }).toEqual({ answers: [], decided: [] });
});
