import { HOST_NAME, MAX_FROM_EXTENSION_BYTES, type ToDaemonMessage } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, strict } from '../../testing/fake-chrome.ts';
import { success } from '../requests/answer.ts';
import { LONGEST_STRING } from '../requests/page-strings.ts';
import { Link } from './link.ts';

class FakePort {
  readonly onMessage = new FakeEvent<[unknown]>();
  readonly onDisconnect = new FakeEvent<[]>();
  readonly posted: unknown[] = [];
  open = true;

  postMessage(message: unknown): void {
    if (!this.open) throw new Error('Attempting to use a disconnected port object');
    if (JSON.stringify(message).length > 64 * 1024 * 1024) {
      throw new Error('Message exceeded maximum allowed size of 64MiB.');
    }
    this.posted.push(message);
  }

  disconnect(): void {
    this.open = false;
  }
}

const DAEMON = { version: '1', protocol: 1, home: '/h', client: 'c' };
const ATTACHED = { type: 'link', state: 'attached', hostVersion: '1' } as const;

let ports: FakePort[];
let lastError: { message: string } | undefined;
let alarms: unknown[];
let hellos: Array<(message: ToDaemonMessage) => void>;

function newLink() {
  const received: unknown[] = [];
  const link = new Link({
    hello: () => new Promise((resolve) => hellos.push(resolve)),
    received: (message) => received.push(message),
    changed: () => undefined,
  });
  return { link, received };
}

function port(): FakePort {
  const last = ports.at(-1);
  if (!last) throw new Error('No port was opened.');
  return last;
}

beforeEach(() => {
  vi.useFakeTimers();
  [ports, alarms, hellos, lastError] = [[], [], [], undefined];
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      runtime: strict('chrome.runtime', {
        get lastError() {
          return lastError;
        },
        connectNative(name: string) {
          expect(name).toBe(HOST_NAME);
          const made = new FakePort();
          ports.push(made);
          return made;
        },
      }),
      alarms: strict('chrome.alarms', {
        getAll: async () => [],
        create: async (...args: unknown[]) => alarms.push(args),
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('one port is open at a time, and after a closed one the next opens after the delay', async () => {
  const { link } = newLink();
  link.feed({ type: 'tick' });
  link.feed({ type: 'tick' });
  expect(ports).toHaveLength(1);
  lastError = { message: 'Native host has exited.' };
  port().onDisconnect.fire();
  expect(link.connection.phase).toMatchObject({ name: 'failed', message: 'Native host has exited.' });
  await vi.advanceTimersByTimeAsync(700);
  expect(ports).toHaveLength(2);
});

test('messages of an old port are ignored', () => {
  const { link, received } = newLink();
  link.feed({ type: 'tick' });
  const old = port();
  link.feed({ type: 'reconnect' });
  expect(old.open).toBe(false);
  old.onMessage.fire({ type: 'pong' });
  old.onDisconnect.fire();
  expect(received).toEqual([]);
  expect(link.connection.phase.name).toBe('connecting');
  expect(ports).toHaveLength(2);
});

test('of two hellos only the last is sent, and later messages wait for the welcome', async () => {
  const { link } = newLink();
  link.send({ type: 'tab-removed', tabId: 1 });
  link.feed({ type: 'tick' });
  link.feed(ATTACHED);
  link.feed(ATTACHED);
  link.send({ type: 'tab-removed', tabId: 2 });
  hellos[1]?.({ type: 'label', label: 'second' });
  hellos[0]?.({ type: 'label', label: 'first' });
  await vi.advanceTimersByTimeAsync(0);
  expect(port().posted).toEqual([{ type: 'label', label: 'second' }]);
  link.feed({ type: 'welcome', daemon: DAEMON });
  expect(port().posted.at(-1)).toEqual({ type: 'tab-removed', tabId: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect(port().posted.at(-1)).toMatchObject({ type: 'ping' });
});

test('an answer above the limit becomes an error, and the port stays open', () => {
  const { link } = newLink();
  link.feed({ type: 'tick' });
  link.feed(ATTACHED);
  link.feed({ type: 'welcome', daemon: DAEMON });
  const response = success<'text'>('big', {
    data: { text: 'x'.repeat(MAX_FROM_EXTENSION_BYTES) },
    page: { url: '', title: '', state: 'ready', busy: false },
  });
  link.send({ type: 'response', response });
  expect(port().posted.at(-1)).toMatchObject({
    response: { id: 'big', ok: false, error: { code: 'RESULT_TOO_LARGE' } },
  });
  port().open = false;
  expect(() => link.send({ type: 'tab-removed', tabId: 1 })).not.toThrow();
});

test('the daemon gets titles and URLs of a tab only up to their limit', () => {
  const { link } = newLink();
  link.feed({ type: 'tick' });
  link.feed(ATTACHED);
  link.feed({ type: 'welcome', daemon: DAEMON });
  const long = 'x'.repeat(5_000_000);
  const [url, title] = [`https://a.test/${long}`, long];
  link.send({ type: 'tab-updated', tabId: 1, url, title });
  link.send({ type: 'tab-opened', tabId: 2, openerTabId: 1, url, title });
  link.send({ type: 'navigation', tabId: 1, url, cause: 'committed' });
  const told = port().posted.filter((message) => JSON.stringify(message).includes('a.test'));
  expect(told).toHaveLength(3);
  for (const message of told) expect(JSON.stringify(message).length).toBeLessThan(2 * LONGEST_STRING + 200);
});

test('the alarms depend on the cause of the failure', async () => {
  const { link } = newLink();
  link.feed({ type: 'tick' });
  lastError = { message: 'Specified native messaging host not found.' };
  port().onDisconnect.fire();
  await vi.waitFor(() => expect(alarms).toHaveLength(7));
  expect(alarms[0]).toEqual(['connection-0', { delayInMinutes: 0.5, periodInMinutes: 0.5 }]);
  expect(alarms[6]).toEqual(['connection-0', { delayInMinutes: 1, periodInMinutes: 1 }]);
});
