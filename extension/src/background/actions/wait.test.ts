import { ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Looked } from '../../content-messages.ts';
import { fakeStore, strict } from '../../testing/fake-chrome.ts';
import { FakePagePort } from '../../testing/fake-page-port.ts';
import { Injection } from '../page/injection.ts';
import { PagePorts } from '../page/page-ports.ts';
import { SilentPages } from '../page/silent-pages.ts';
import { OwnedTabs } from '../tabs/owned-tabs.ts';
import type { Tools } from './handler.ts';
import { wait } from './wait.ts';

const DEADLINE = 60_000;

let tab: { id: number; url: string; status: string; active?: boolean } | null;
/** The result of a look into the page. It can throw, as Chrome does for a page that extensions may not enter. */
let look: () => Looked | Promise<Looked>;
let cancelled: number;
let looks: number[];
/** Chrome's message for a page that extensions may not enter. */
let closed: string;
let isSilent: boolean;
let owned: OwnedTabs;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  tab = { id: 7, url: 'https://a.test/', status: 'complete', active: true };
  look = () => 'unmet';
  [closed, isSilent] = ['', false];
  [looks, cancelled] = [[], 0];
  owned = new OwnedTabs(fakeStore({ ownedTabs: [7] }), fakeStore());
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        get: async () => {
          if (!tab) throw new Error('No tab with id: 7.');
          return tab;
        },
        connect() {
          const port = new FakePagePort(({ id, type }) => {
            if (type === 'cancel') cancelled += 1;
            if (type !== 'look') return;
            looks.push(Date.now());
            Promise.resolve(look()).then(
              (value) => port.answers(id, { ok: true, value }),
              () => port.dies(),
            );
          });
          return port;
        },
      }),
      runtime: strict('chrome.runtime', { lastError: undefined }),
      scripting: strict('chrome.scripting', {
        executeScript: async ({ files }: { files?: string[] }) => {
          if (closed) throw new Error(closed);
          // The state of the page, for the answer.
          if (files?.[0] === '/page-state.js') return [{ result: null }];
          // A page that shows a dialog lets no script in.
          if (isSilent) return new Promise(() => undefined);
          return [];
        },
      }),
      webNavigation: strict('chrome.webNavigation', {
        getFrame: async () => ({ errorOccurred: false, documentId: 'd', url: tab?.url }),
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function waiting(
  strategy: 'selector' | 'url' | 'navigation',
  target: string,
  timeout?: number,
  deadline = DEADLINE,
  signal = new AbortController().signal,
) {
  const tools: Tools = strict('tools', {
    ...unusedTools(),
    injection: new Injection(async () => undefined),
    ports: new PagePorts(),
    owned,
    silent: new SilentPages(owned),
    signal,
  });
  return wait(
    {
      protocol_version: 1,
      id: 'r1',
      action: 'wait',
      params: { strategy, target, ...(timeout === undefined ? {} : { timeout }) },
      session: '',
      deadline,
      destructive: false,
      target: { tabId: 7 },
    },
    tools,
  ).then(
    ({ data }) => data,
    (error: unknown) => (error instanceof ProtocolError ? error.error.code : String(error)),
  );
}

function unusedTools(): Tools {
  const unused: unknown = {};
  if (!isTools(unused)) throw new Error('unreachable');
  return unused;
}

function isTools(value: unknown): value is Tools {
  return typeof value === 'object';
}

async function after<T>(ms: number, work: Promise<T>): Promise<T | 'still waiting'> {
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([work, 'still waiting' as const]);
}

test('an unmet wait ends after its timeout, five seconds by default, and looks at uneven intervals', async () => {
  expect(await after(5_000, waiting('selector', 'p'))).toEqual({ matched: false, elapsed: 5_000 });
  const pauses = looks.slice(1, -1).map((at, index) => at - (looks[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(180);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(251);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

test('a wait is answered before the deadline of the request, and with DIALOG_OPEN if the page never answers', async () => {
  expect(await after(9_000, waiting('selector', 'p', 30_000, 10_000))).toEqual({
    matched: false,
    elapsed: 9_000,
  });
  isSilent = true;
  expect(await after(9_800, waiting('selector', 'p', 30_000, Date.now() + 10_000))).toBe('DIALOG_OPEN');
});

test('a timeout of zero means one look', async () => {
  look = () => 'met';
  expect(await after(0, waiting('selector', 'p', 0))).toEqual({ matched: true, elapsed: 0 });
});

test('a document that is being replaced and a page that Chrome keeps closed count as "not yet"', async () => {
  const end = waiting('selector', 'p');
  look = () => Promise.reject(new Error('left'));
  expect(await after(500, end)).toBe('still waiting');
  closed = 'Frame with ID 0 was removed.';
  expect(await after(500, end)).toBe('still waiting');
  closed = 'Cannot access a chrome:// URL';
  expect(await after(500, end)).toBe('still waiting');
  closed = '';
  look = () => 'met';
  expect(await after(500, end)).toMatchObject({ matched: true });
});

test('a page that stays closed to extensions, an invalid selector and a closed tab are errors', async () => {
  closed = 'Cannot access a chrome:// URL';
  expect(await after(1_000, waiting('selector', 'p', 1_000))).toBe('PAGE_RESTRICTED');
  closed = '';
  look = () => 'nowhere';
  expect(await after(1_000, waiting('selector', 'p', 1_000))).toBe('PAGE_RESTRICTED');
  look = () => 'not-a-selector';
  expect(await after(0, waiting('selector', 'p['))).toBe('SCRIPT_ERROR');
  const closing = waiting('url', '*/b');
  tab = null;
  expect(await after(300, closing)).toBe('TAB_NOT_FOUND');
});

test('a URL is reached when the tab shows it, a navigation when it has loaded', async () => {
  const url = waiting('url', 'https://b.test');
  const navigation = waiting('navigation', 'https://b.test/*');
  tab = { id: 7, url: 'https://b.test/', status: 'loading' };
  expect(await after(300, url)).toMatchObject({ matched: true });
  expect(await after(300, navigation)).toBe('still waiting');
  tab = { id: 7, url: 'https://b.test/', status: 'complete' };
  expect(await after(300, navigation)).toMatchObject({ matched: true });
});

test('a wait ends at the next look when the user takes the tab, and never looks into their page', async () => {
  const work = waiting('selector', 'p');
  expect(await after(1_000, work)).toBe('still waiting');
  await owned.take(7);
  const seen = looks.length;
  expect(await after(300, work)).toBe('TAB_TAKEN');
  expect(looks.length).toBe(seen);
});

test('a wait whose caller is gone stops looking', async () => {
  const leaving = new AbortController();
  const ending = waiting('selector', '#x', 30_000, DEADLINE, leaving.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(500);
  expect(await ending).toMatchObject({ matched: false });
  const before = looks.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toHaveLength(before);
});

test('a look that misses the deadline is cancelled in the page', async () => {
  look = () => new Promise<never>(() => undefined);
  const ending = waiting('selector', '#x', 3_000);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([looks.length, cancelled]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  await ending;
  expect(cancelled).toBe(looks.length);
});
