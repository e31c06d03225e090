import { ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strict } from '../../testing/fake-chrome.ts';
import { refuseIfItAsks } from './leaving.ts';

let tab: Partial<chrome.tabs.Tab>;
let focused: boolean;
let isOurs: boolean;
/** The answers of the page's frames. */
let answers: () => Promise<unknown[]>;
let asked: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  tab = { id: 7, windowId: 1, active: false, url: 'https://a.test/' };
  [focused, isOurs, asked] = [true, true, []];
  answers = async () => [false, true];
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      windows: strict('chrome.windows', { get: async () => ({ focused }) }),
      scripting: strict('chrome.scripting', {
        executeScript: async (script: unknown) => {
          asked.push(script);
          return (await answers()).map((result) => ({ result }));
        },
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const owned = {
  refuseForeign: async () => {
    if (!isOurs) throw new ProtocolError('TAB_TAKEN');
  },
};

async function outcome(): Promise<string> {
  // as: the check reads only these fields of the tab.
  const check = refuseIfItAsks(tab as chrome.tabs.Tab, { owned }).then(
    () => 'goes',
    (error: unknown) => (error instanceof ProtocolError ? error.error.code : String(error)),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  return check;
}

test('a background page is asked in all its frames, and one that objects is not left', async () => {
  expect(await outcome()).toBe('WOULD_ASK_USER');
  expect(asked).toEqual([
    { target: { tabId: 7, allFrames: true }, injectImmediately: true, files: ['/leaving.js'] },
  ]);
  answers = async () => [false, null];
  expect(await outcome()).toBe('goes');
});

test('a page in front is not asked, unless its window is behind', async () => {
  tab.active = true;
  expect(await outcome()).toBe('goes');
  expect(asked).toEqual([]);
  focused = false;
  expect(await outcome()).toBe('WOULD_ASK_USER');
});

test.each<[string, () => unknown]>([
  [
    'does not answer',
    () => {
      answers = () => new Promise(() => {});
    },
  ],
  [
    'is closed to extensions',
    () => {
      answers = () => Promise.reject(new Error('Cannot access contents of the page.'));
    },
  ],
  ['is unloaded', () => Object.assign(tab, { discarded: true })],
  ['is a source view', () => Object.assign(tab, { url: 'view-source:https://a.test/' })],
])('a page that %s holds nothing up', async (_, change) => {
  change();
  expect(await outcome()).toBe('goes');
});

test('the page of a tab that the user took is not asked', async () => {
  isOurs = false;
  expect(await outcome()).toBe('TAB_TAKEN');
  expect(asked).toEqual([]);
});

test('a frozen page cannot be asked, and is not left', async () => {
  Object.assign(tab, { frozen: true });
  expect(await outcome()).toBe('WOULD_ASK_USER');
  expect(asked).toEqual([]);
});
