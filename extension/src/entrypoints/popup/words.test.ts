import { describe, expect, test } from 'vitest';
import type { ConnectionStatus } from '../../popup-messages.ts';
import { factsOf, frontWords, wordsFor } from './words.ts';

const NOW = 1_000_000;
const DAEMON = { version: '1.0.1', protocol: 1, home: '/home/u/.bproxy', client: 'c' };

function status(given: Partial<ConnectionStatus>): ConnectionStatus {
  return {
    phase: { name: 'ready', since: 0, daemon: DAEMON },
    now: NOW,
    lastPongAt: NOW,
    sessions: { all: 2, paused: 0 },
    hostVersion: '1.0.2',
    extensionVersion: '1.0.3',
    extensionId: 'abc',
    hostName: 'com.bproxy.host',
    label: 'L',
    lending: { front: null, sessions: [], asks: [] },
    ...given,
  };
}

function failed(failure: Extract<ConnectionStatus['phase'], { name: 'failed' }>['failure'], message: string) {
  return wordsFor(status({ phase: { name: 'failed', failure, message, retryAt: 0 } }));
}

describe('"Connected" is shown with the age of its last pong', () => {
  test.each([
    [0, 'Connected', 'The daemon answered just now.'],
    [5_000, 'Connected', 'The daemon answered 5 seconds ago.'],
    [31_000, 'Waiting for an answer…', 'The last answer is 31 seconds old.'],
    [600_000, 'Waiting for an answer…', 'The last answer is 10 minutes old.'],
  ])('%i ms', (age, headline, explanation) => {
    expect(wordsFor(status({ lastPongAt: NOW - age }))).toMatchObject({ headline, explanation });
  });

  test('"Connected" is never shown without a recent pong', () => {
    expect(wordsFor(status({ lastPongAt: null }))).toMatchObject({
      tone: 'wait',
      headline: 'Waiting for an answer…',
    });
  });
});

describe("Chrome's own text is shown, with the next step", () => {
  test('for a host that is not installed', () => {
    const report = 'Specified native messaging host not found.';
    expect(failed('not-found', report)).toMatchObject({ report, command: 'bproxy install', tone: 'bad' });
  });

  test('for a forbidden extension, with the command that allows its id', () => {
    const command = 'bproxy install --extension-id abc';
    expect(failed('forbidden', 'x')).toMatchObject({ command, report: 'x' });
  });

  test('for a policy and a crash', () => {
    expect(failed('policy', 'x').advice).toContain('chrome://policy');
    expect(failed('exited', 'x').command).toBe('bproxy install');
  });
});

test('the popup shows the state of the daemon behind the link', () => {
  const down = (state: 'starting' | 'stopped' | 'failed', reason?: string) =>
    wordsFor(status({ phase: { name: 'daemon-down', state, ...(reason ? { reason } : {}) } }));
  expect(down('starting').tone).toBe('wait');
  expect(down('stopped').command).toBe('bproxy service start');
  expect(down('failed', 'port in use')).toMatchObject({ tone: 'bad', report: 'port in use' });
  expect(wordsFor(status({ phase: { name: 'refused', reason: 'too old', retryAt: 0 } })).report).toBe(
    'too old',
  );
});

test('only known facts are listed', () => {
  expect(factsOf(status({ sessions: { all: 3, paused: 1 } }))).toEqual([
    ['Sessions', '3 (1 waiting for you)'],
    ['Extension', '1.0.3'],
    ['Host', '1.0.2'],
    ['Daemon', '1.0.1'],
    ['Protocol', '1'],
    ['Home', '/home/u/.bproxy'],
  ]);
  const alone = status({ phase: { name: 'idle' }, sessions: null, hostVersion: null });
  expect(factsOf(alone)).toEqual([['Extension', '1.0.3']]);
});

test.each([
  [{ state: 'free' }, 'My bank'],
  [{ state: 'agent', session: 'Shopping' }, 'Shopping opened this tab and works in it.'],
  [{ state: 'lent', session: 'Shopping' }, 'Lent to Shopping.'],
  [{ state: 'lent', session: 'Shopping', readOnly: true }, 'Lent to Shopping, for reading only.'],
  [{ state: 'closed' }, 'Chrome lets no extension into this page, so it cannot be lent.'],
] as const)('the popup says whose the tab in front is: %j', (front, words) => {
  expect(frontWords({ tabId: 1, title: 'My bank', ...front })).toBe(words);
});
