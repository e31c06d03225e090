import { expect, test } from 'vitest';
import { needsSetup, portFailureOf } from './port-errors.ts';

test.each([
  ['Specified native messaging host not found.', 'not-found', true],
  ['Access to the specified native messaging host is forbidden.', 'forbidden', true],
  ['Access to the native messaging host was disabled by the system administrator.', 'policy', true],
  ['Invalid native messaging host name specified.', 'bad-name', true],
  ['Native host has exited.', 'exited', false],
  ['Failed to start native messaging host.', 'start-failed', false],
  ['Error when communicating with the native messaging host.', 'communication', false],
  ['Something new in Chrome 200.', 'unknown', false],
] as const)('%s', (text, failure, setup) => {
  expect(portFailureOf(text)).toBe(failure);
  expect(needsSetup(failure)).toBe(setup);
});
