import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, strict } from '../../testing/fake-chrome.ts';
import { Front } from './front.ts';
import { PutBack } from './put-back.ts';

const NONE = -1;
/** Window 1 has the keyboard and shows tab 7. Window 2 shows tab 8, and is minimised. */
let focused: number;
let minimised: Set<number>;
let active: Map<number, number>;
let calls: string[];
const onActivated = new FakeEvent<[{ tabId: number; windowId: number }]>();
const onFocusChanged = new FakeEvent<[number]>();
const onRemoved = new FakeEvent<[number]>();
let front: Front;

function show(tabId: number, windowId: number): void {
  active.set(windowId, tabId);
  onActivated.fire({ tabId, windowId });
}

function focus(windowId: number): void {
  focused = windowId;
  onFocusChanged.fire(windowId);
}

beforeEach(() => {
  vi.useFakeTimers();
  [focused, minimised, calls] = [1, new Set([2]), []];
  active = new Map([
    [1, 7],
    [2, 8],
  ]);
  const windowOf = (id: number) => ({
    id,
    focused: id === focused,
    state: minimised.has(id) ? 'minimized' : 'normal',
  });
  const tabOf = (id: number) => {
    const windowId = id >= 8 ? 2 : 1;
    return { id, windowId, active: active.get(windowId) === id };
  };
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      windows: strict('chrome.windows', {
        WINDOW_ID_NONE: NONE,
        onFocusChanged,
        onRemoved,
        getAll: async () => [1, 2].map(windowOf),
        get: async (id: number) => windowOf(id),
        async update(id: number, change: { focused?: boolean; state?: string }) {
          calls.push(`window ${id} ${JSON.stringify(change)}`);
          if (change.state === 'minimized') minimised.add(id);
          if (change.focused === true) focus(id);
          if (change.focused === false) focus(NONE);
        },
      }),
      tabs: strict('chrome.tabs', {
        onActivated,
        query: async () => [...active.values()].map(tabOf),
        get: async (id: number) => tabOf(id),
        async update(id: number) {
          calls.push(`tab ${id}`);
          show(id, id >= 8 ? 2 : 1);
        },
      }),
    }),
  );
  front = new Front();
  front.follow();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the user's keys go to the active tab of the focused window, and to no other", async () => {
  expect([await front.has(7), await front.has(8)]).toEqual([true, false]);
  show(6, 1);
  expect([await front.has(6), await front.has(7)]).toEqual([true, false]);
  focus(2);
  expect([await front.has(6), await front.has(8)]).toEqual([false, true]);
  focus(NONE);
  expect([await front.has(8), await front.window()]).toEqual([false, null]);
});

test('a tab counts as shown by the agent until another one covers it', () => {
  show(6, 1);
  front.shown(6);
  expect(front.isShown(6)).toBe(true);
  show(7, 1);
  expect(front.isShown(6)).toBe(false);
});

/** What Chrome does with a tab that a page of tab 8 opens: it shows the tab, restores the window and focuses it. */
async function pageOpens(tabId: number, putBack: PutBack): Promise<void> {
  show(tabId, 2);
  minimised.delete(2);
  focus(2);
  const done = putBack.opened(tabId, 8);
  await vi.advanceTimersByTimeAsync(2_000);
  await done;
}

test('a tab that an action opened goes back behind the others, and its window to where it was', async () => {
  const putBack = new PutBack(front);
  const ended = putBack.watch(8);
  await vi.advanceTimersByTimeAsync(0);
  await pageOpens(9, putBack);
  expect(calls).toEqual(['tab 8', 'window 2 {"state":"minimized"}', 'window 1 {"focused":true}']);
  expect([focused, active.get(2), minimised.has(2)]).toEqual([1, 8, true]);
  ended();
});

test('the keyboard goes back to another program', async () => {
  minimised.clear();
  focus(NONE);
  const putBack = new PutBack(front);
  putBack.watch(8);
  await vi.advanceTimersByTimeAsync(0);
  await pageOpens(9, putBack);
  expect(calls).toEqual(['tab 8', 'window 2 {"focused":false}']);
});

test('a tab that the user opened stays in front: no action ran, or the last one ended long ago', async () => {
  const putBack = new PutBack(front);
  await pageOpens(9, putBack);
  putBack.watch(8)();
  await vi.advanceTimersByTimeAsync(1_500);
  await pageOpens(10, putBack);
  expect(calls).toEqual([]);
});

test('a new tab of a page that the agent has shown keeps its place, but its window does not', async () => {
  front.shown(8);
  const putBack = new PutBack(front);
  putBack.watch(8);
  await vi.advanceTimersByTimeAsync(0);
  await pageOpens(9, putBack);
  expect(calls).toEqual(['window 2 {"state":"minimized"}', 'window 1 {"focused":true}']);
});
