import { isAction } from '@bproxy/shared';
import { describe, expect, test } from 'vitest';
import { fakeRequest } from '../../testing/fake-chrome.ts';
import { readIncoming } from './messages.ts';

const read = (value: unknown) => readIncoming(value, isAction);

test.each([
  { type: 'welcome', daemonVersion: '1', protocol: 1, home: '/h', client: 'c' },
  { type: 'refused', reason: 'r' },
  { type: 'pong', ts: 1, sessions: 0, pausedSessions: 0 },
  { type: 'resume', requests: [{ id: 'a', payload: 'p' }, { id: 'b' }] },
  { type: 'sessions', sessions: [] },
  { type: 'sessions', sessions: [{ session: 'abcdef', title: 'Mail', paused: false, tabIds: [7] }] },
  { type: 'cancel', id: 'x' },
  { type: 'chunk', message: 'm', index: 0, count: 1, data: '' },
  { type: 'link', state: 'attached', hostVersion: '1' },
  { type: 'link', state: 'failed', hostVersion: '1', reason: 'r' },
  { type: 'request', request: fakeRequest('text') },
])('reads $type', (message) => {
  expect(read(message)).toEqual({ kind: 'message', message });
});

test.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ type: 'constructor' }],
  [{ type: '__proto__' }],
  [{ type: 'welcome', daemonVersion: 1 }],
  [{ type: 'pong', ts: Number.NaN, sessions: 0, pausedSessions: 0 }],
  [{ type: 'resume', requests: ['a'] }],
  [{ type: 'resume', requests: [{ id: 1 }] }],
  [{ type: 'resume', requests: [{ id: 'a', payload: 1 }] }],
  [{ type: 'sessions', sessions: {} }],
  [{ type: 'sessions', sessions: [{ session: 'abcdef', title: 'Mail', paused: 0, tabIds: [7] }] }],
  [{ type: 'sessions', sessions: [{ session: 'abcdef', title: 'Mail', paused: true, tabIds: ['7'] }] }],
  [{ type: 'chunk', message: 'm', index: -1, count: 1, data: '' }],
  [{ type: 'chunk', message: 'm', index: 0, count: 0, data: '' }],
  [{ type: 'link', state: 'dancing', hostVersion: '1' }],
  [{ type: 'request' }],
  [{ type: 'request', request: { action: 'text' } }],
  [{ type: 'request', request: { id: '' } }],
])('ignores %j', (message) => {
  expect(read(message).kind).toBe('malformed');
});

describe('requests that can be answered', () => {
  test('an action of a newer daemon can be answered', () => {
    expect(read({ type: 'request', request: { id: 'x', action: 'teleport' } })).toEqual({
      kind: 'unknown-action',
      id: 'x',
      action: 'teleport',
    });
  });

  test('a broken envelope is reported with the names of its fields', () => {
    const request = { ...fakeRequest('text', { id: 'x' }), deadline: 'soon', target: {} };
    expect(read({ type: 'request', request })).toEqual({
      kind: 'bad-request',
      id: 'x',
      issues: ['deadline: must be a number', 'target.tabId: must be an integer or null'],
    });
  });
});
