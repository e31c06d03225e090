import { ProtocolError } from '@bproxy/shared';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, fakeStore, strict } from '../../testing/fake-chrome.ts';
import { Injection } from '../page/injection.ts';
import { PagePorts } from '../page/page-ports.ts';
import { MOST_BASE64 } from '../tabs/capture.ts';
import { OwnedTabs } from '../tabs/owned-tabs.ts';
import type { Tools } from './handler.ts';
import { screenshot } from './screenshot.ts';

const QUOTA = 'This request exceeds the MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND quota.';

/** One window with tabs 7 and 8, and a camera that the test controls. */
let active: number;
let windowState: string;
let shots: Array<{ format: string; at: number }>;
let camera: (format: string) => string;
const activated = new FakeEvent<[{ tabId: number; windowId: number }]>();

function activate(tabId: number): void {
  active = tabId;
  activated.fire({ tabId, windowId: 1 });
}

// Created once: all screenshots of the extension share the slots, and their clock never goes back.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

beforeEach(() => {
  [active, windowState, shots] = [7, 'normal', []];
  camera = (format) => `data:image/${format};base64,tab${active}`;
  const tab = (id: number) => ({
    id,
    windowId: 1,
    url: `https://${id}.test/`,
    title: '',
    status: 'complete',
  });
  const tabs = strict('chrome.tabs', {
    get: async (id: number) => tab(id),
    query: async () => [tab(active)],
    update: async (id: number) => activate(id),
    captureVisibleTab: async (_windowId: number, { format }: { format: string }) => {
      shots.push({ format, at: Date.now() });
      return camera(format);
    },
    onActivated: Object.assign(activated, { removeListener: () => undefined }),
  });
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs,
      windows: strict('chrome.windows', { get: async () => ({ state: windowState }) }),
      scripting: strict('chrome.scripting', { executeScript: async () => [] }),
      webNavigation: strict('chrome.webNavigation', { getFrame: async () => ({ errorOccurred: false }) }),
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const owned = new OwnedTabs(fakeStore({ ownedTabs: [7, 8] }), fakeStore());

function take(params: { activate?: boolean; debugger?: boolean } = {}, tabId = 7, ms = 30_000) {
  const deadline = Date.now() + ms;
  const tools: Tools = strict('tools', {
    ...unusedTools(),
    owned,
    // bproxy cannot look into these pages, so their pictures have no name.
    injection: new Injection(async () => Promise.reject(new Error('closed'))),
    ports: new PagePorts(),
    signal: new AbortController().signal,
  });
  return screenshot(
    {
      protocol_version: 1,
      id: 'r1',
      action: 'screenshot',
      params,
      session: '',
      deadline,
      destructive: false,
      target: { tabId },
    },
    tools,
  ).then(
    ({ data }) => `${data.format} ${data.base64.slice(0, 20)}`,
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

async function ended<T>(work: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(40_000);
  return work;
}

test('a screenshot shows the tab in front, another tab only on demand, and never uses the debugger', async () => {
  expect(await ended(take())).toBe('png tab7');
  expect(await ended(take({}, 8))).toBe('TAB_NOT_VISIBLE');
  expect(await ended(take({ activate: true }, 8))).toBe('png tab8');
  expect(await ended(take({ debugger: true }))).toBe('DEBUGGER_DISABLED');
  windowState = 'minimized';
  expect(await ended(take({ activate: true }, 8))).toBe('TAB_NOT_VISIBLE');
});

test('a picture is thrown away if another tab came and went during it', async () => {
  camera = (format) => {
    if (shots.length === 1) {
      activate(8);
      const stranger = `data:image/${format};base64,tab${active}`;
      activate(7);
      return stranger;
    }
    return `data:image/${format};base64,tab${active}`;
  };
  expect(await ended(take())).toBe('png tab7');
  expect(shots).toHaveLength(2);
});

test('a window that never settles ends in an error', async () => {
  camera = () => {
    activate(8);
    return 'data:image/png;base64,tab8';
  };
  expect(await ended(take({ activate: true }))).toBe('TAB_NOT_VISIBLE');
  active = 7;
  expect(await ended(take())).toBe('TAB_NOT_VISIBLE');
});

test('a refusal for the rate limit is waited out, and a refusal for the page is reported', async () => {
  camera = () => {
    if (shots.length < 3) throw new Error(QUOTA);
    return 'data:image/png;base64,late';
  };
  expect(await ended(take())).toBe('png late');
  camera = () => {
    throw new Error(
      "The 'activeTab' permission is not in effect because this extension has not been in invoked.",
    );
  };
  expect(await ended(take())).toBe('PAGE_RESTRICTED');
});

test('simultaneous screenshots keep to two a second, and one that cannot be taken in time is refused', async () => {
  const all = Array.from({ length: 6 }, (_, turn) => take({ activate: true }, 7 + (turn % 2)));
  const hurried = take({}, 7, 1_500);
  expect(await ended(Promise.all(all))).toEqual([
    'png tab7',
    'png tab8',
    'png tab7',
    'png tab8',
    'png tab7',
    'png tab8',
  ]);
  expect(await hurried).toBe('RATE_LIMITED');
  for (const { at } of shots)
    expect(shots.filter((shot) => shot.at >= at && shot.at < at + 1_000).length).toBeLessThan(3);
});

test('a huge picture is taken again as JPEG', async () => {
  camera = (format) =>
    `data:image/${format};base64,${format === 'png' ? 'x'.repeat(MOST_BASE64 + 1) : 'small'}`;
  expect(await ended(take())).toBe('jpeg small');
});

test('a camera that does not answer ends with the deadline', async () => {
  camera = () => '';
  vi.stubGlobal('chrome', {
    ...chrome,
    tabs: { ...chrome.tabs, captureVisibleTab: () => new Promise(() => undefined) },
  });
  expect(await ended(take())).toBe('TIMEOUT');
});
