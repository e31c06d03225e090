import { ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strict } from '../../testing/fake-chrome.ts';
import { SilentPages } from './silent-pages.ts';

const DEADLINE = 30_000;
const never = new Promise<never>(() => {});

let tab: { active: boolean; url: string };
let isOwned: boolean;
/** The page's reply to a ping. */
let look: () => Promise<unknown>;
let looks: number;
let silent: SilentPages;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  tab = { active: true, url: 'https://a.test/' };
  [isOwned, looks] = [true, 0];
  look = () => never;
  silent = new SilentPages({ has: async () => isOwned });
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', { get: async () => tab }),
      webNavigation: strict('chrome.webNavigation', { getFrame: async () => ({ documentId: 'd' }) }),
      scripting: strict('chrome.scripting', {
        executeScript: () => {
          looks += 1;
          return look();
        },
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch(work: Promise<unknown> = never, given: { deadline?: number; from?: Promise<void> } = {}) {
  return ended(silent.whileItAnswers(() => work, partsOf(given)));
}

function partsOf(given: { deadline?: number; from?: Promise<void> } = {}) {
  const { signal } = new AbortController();
  return { tabId: 7, deadline: DEADLINE, patience: 4_000, message: () => 'Silent.', signal, ...given };
}

const ended = (work: Promise<unknown>) =>
  work.then(
    (value) => value ?? 'passed',
    (error: unknown) => (error instanceof ProtocolError ? error.error.code : String(error)),
  );

async function after(ms: number, work: Promise<unknown>): Promise<unknown> {
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([work, 'still waiting']);
}

test('a page in front that stays silent shows a dialog', async () => {
  const watched = watch();
  expect(await after(6_400, watched)).toBe('still waiting');
  expect(await after(200, watched)).toBe('DIALOG_OPEN');
});

test('a page that falls silent ends the work in it', async () => {
  let ending: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    ending = signal;
    return never;
  };
  const watched = ended(silent.whileItAnswers(work, partsOf()));
  await vi.advanceTimersByTimeAsync(6_400);
  expect(ending?.aborted).toBe(false);
  expect(await after(200, watched)).toBe('DIALOG_OPEN');
  expect(ending?.aborted).toBe(true);
});

test('a silent page is reported before a deadline that comes sooner', async () => {
  expect(await after(3_600, watch(never, { deadline: 4_000 }))).toBe('DIALOG_OPEN');
});

test('work that ends needs no ping of the page', async () => {
  expect(await after(0, watch(Promise.resolve('done')))).toBe('done');
  await vi.advanceTimersByTimeAsync(DEADLINE);
  expect([looks, vi.getTimerCount()]).toEqual([0, 0]);
});

test('a page that answers is only slow', async () => {
  look = async () => [];
  expect(await after(DEADLINE, watch())).toBe('still waiting');
  expect(looks).toBeGreaterThan(5);
});

test('a background page is only slow, because its dialogs do not stay open', async () => {
  tab.active = false;
  expect(await after(DEADLINE, watch())).toBe('still waiting');
});

test('silence counts from the start of the action', async () => {
  expect(await after(DEADLINE, watch(never, { from: never }))).toBe('still waiting');
  expect(looks).toBe(0);
});

test('a silent page is refused at once, with a single ping, until it answers', async () => {
  let answer = (_answer: unknown) => {};
  look = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  expect(await after(500, ended(silent.refuseKnown(7)))).toBe('passed');
  expect(await after(7_000, watch())).toBe('DIALOG_OPEN');
  expect(await after(250, ended(silent.refuseKnown(7)))).toBe('DIALOG_OPEN');
  expect(await after(250, ended(silent.refuseKnown(8)))).toBe('passed');
  expect(looks).toBe(1);
  answer([]);
  expect(await after(0, ended(silent.refuseKnown(7)))).toBe('passed');
});

test('a page has to answer before an action', async () => {
  const asked = ended(silent.refuseSilent(7, DEADLINE));
  expect(await after(9_900, asked)).toBe('still waiting');
  expect(await after(200, asked)).toBe('DIALOG_OPEN');
  expect(await after(250, ended(silent.refuseKnown(7)))).toBe('DIALOG_OPEN');
});

test('a page that the user opened and a source view are not entered', async () => {
  isOwned = false;
  expect(await after(0, ended(silent.refuseSilent(7, DEADLINE)))).toBe('passed');
  [isOwned, tab.url] = [true, 'view-source:https://a.test/'];
  expect(await after(0, ended(silent.refuseSilent(7, DEADLINE)))).toBe('passed');
  expect(looks).toBe(0);
});
