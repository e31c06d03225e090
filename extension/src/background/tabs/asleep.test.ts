import { ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, strict } from '../../testing/fake-chrome.ts';
import { Injection } from '../page/injection.ts';
import { SilentPages } from '../page/silent-pages.ts';
import { keepAwake, registerSleep } from './asleep.ts';

let tab: { url: string; status: string; active: boolean; discarded?: boolean; frozen?: boolean };
let document: { documentId: string; url: string } | null;
let onUpdated: FakeEvent<[number, { discarded?: boolean; frozen?: boolean; title?: string }]>;
let updates: unknown[];
let scripts: number;

beforeEach(() => {
  tab = { url: 'https://a.test/', status: 'complete', active: false };
  document = { documentId: 'd', url: 'https://a.test/' };
  onUpdated = new FakeEvent();
  [updates, scripts] = [[], 0];
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        onUpdated,
        get: async () => tab,
        update: async (...change: unknown[]) => {
          updates.push(change);
          throw new Error('No tab with id: 9.');
        },
      }),
      webNavigation: strict('chrome.webNavigation', { getFrame: async () => document }),
      scripting: strict('chrome.scripting', {
        executeScript: async () => {
          scripts += 1;
          return [];
        },
      }),
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ProtocolError ? error.error.code : String(error)),
  );

test.each([
  ['unloaded', { discarded: true, status: 'unloaded' }, null],
  ['frozen', { frozen: true }, { documentId: 'd', url: 'https://a.test/' }],
])('an %s tab is reported before any script is sent to it', async (_, state, left) => {
  Object.assign(tab, state);
  document = left;
  expect(await codeOf(new Injection(async () => undefined).documentOf(7))).toBe('TAB_ASLEEP');
  // Nobody waits for the answer of a page that cannot give one.
  await new SilentPages({ has: async () => true }).refuseSilent(7, Date.now() + 60_000);
  expect(scripts).toBe(0);
});

test('a remembered document is asked for again once its tab has fallen asleep', async () => {
  const injection = new Injection(async () => undefined);
  registerSleep((tabId) => injection.forgetTab(tabId));
  await injection.documentOf(7);
  for (const change of [{ title: 'A' }, { frozen: false }]) onUpdated.fire(7, change);
  onUpdated.fire(8, { frozen: true });
  expect(injection.knownDocument(7)).toBeDefined();
  onUpdated.fire(7, { frozen: true });
  expect(injection.knownDocument(7)).toBeUndefined();
});

test('Chrome may discard a tab only while no session owns it, and a closed tab is no error', async () => {
  keepAwake(9, true);
  keepAwake(9, false);
  await Promise.resolve();
  expect(updates).toEqual([
    [9, { autoDiscardable: false }],
    [9, { autoDiscardable: true }],
  ]);
});
