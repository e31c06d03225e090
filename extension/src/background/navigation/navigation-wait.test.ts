import { ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strict } from '../../testing/fake-chrome.ts';
import { NavigationEvents } from './navigation-events.ts';
import { armNavigation } from './navigation-wait.ts';

const URL = 'https://a.test/';
const TAB = 1;

const SIGNAL = new AbortController().signal;
let events: NavigationEvents;
let tab: { status: string } | null;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  events = new NavigationEvents();
  tab = { status: 'loading' };
  const get = async () => {
    if (!tab) throw new Error('No tab with id: 1.');
    return tab;
  };
  vi.stubGlobal('chrome', strict('chrome', { tabs: strict('chrome.tabs', { get }) }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function load(tabId: number): void {
  events.publish(tabId, { type: 'begun', url: URL });
  events.publish(tabId, { type: 'committed', url: URL, documentId: 'd' });
  events.publish(tabId, { type: 'completed', url: URL, documentId: 'd' });
}

async function causeOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof ProtocolError ? [error.error.code, error.error.details?.['cause']] : error;
}

test('events from before the tab was known count, and events of other tabs do not', async () => {
  const [early, other] = [armNavigation(events, URL), armNavigation(events, URL)];
  load(TAB);
  early.attach(TAB);
  expect(await early.finished(10_000, SIGNAL)).toBe('completed');
  other.attach(2);
  const waiting = other.finished(3_000, SIGNAL);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await waiting).toBe('loading');
});

test('a download does not hang', async () => {
  const wait = armNavigation(events, URL);
  wait.attach(TAB);
  const end = causeOf(wait.finished(60_000, SIGNAL));
  events.publish(TAB, { type: 'begun', url: URL });
  events.publish(TAB, { type: 'failed', url: URL, error: 'net::ERR_ABORTED' });
  tab = { status: 'complete' };
  await vi.advanceTimersByTimeAsync(600);
  expect(await end).toEqual(['NAVIGATION_FAILED', 'net::ERR_ABORTED']);
});

test('a net error and a closed tab end the wait at once', async () => {
  const [failing, closing] = [armNavigation(events, URL), armNavigation(events, URL)];
  failing.attach(TAB);
  closing.attach(2);
  const ends = Promise.all([
    causeOf(failing.finished(60_000, SIGNAL)),
    causeOf(closing.finished(60_000, SIGNAL)),
  ]);
  events.publish(TAB, { type: 'begun', url: URL });
  events.publish(TAB, { type: 'failed', url: URL, error: 'net::ERR_FAILED' });
  events.publish(2, { type: 'removed' });
  expect(await ends).toEqual([
    ['NAVIGATION_FAILED', 'net::ERR_FAILED'],
    ['TAB_NOT_FOUND', undefined],
  ]);
});

test('a completion without an event is read from the tab', async () => {
  const wait = armNavigation(events, URL);
  wait.attach(TAB);
  const end = wait.finished(60_000, SIGNAL);
  events.publish(TAB, { type: 'begun', url: URL });
  events.publish(TAB, { type: 'committed', url: URL, documentId: 'd' });
  tab = { status: 'complete' };
  await vi.advanceTimersByTimeAsync(600);
  expect(await end).toBe('completed');
  wait.dispose();
});

test('a wait whose caller is gone ends at once, with its reason', async () => {
  const wait = armNavigation(events, URL);
  wait.attach(TAB);
  const leaving = new AbortController();
  const end = wait.finished(60_000, leaving.signal);
  leaving.abort('left');
  await expect(end).rejects.toBe('left');
  expect(vi.getTimerCount()).toBe(0);
  wait.dispose();
});
