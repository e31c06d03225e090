import { expect, test } from 'vitest';
import type { NavigationEvent } from './navigation-events.ts';
import { follow, type NavigationPhase, settle } from './navigation-machine.ts';

const WANTED = 'https://a.test/new';
const begun: NavigationEvent = { type: 'begun', url: WANTED };
const committed = (documentId: string): NavigationEvent => ({ type: 'committed', url: WANTED, documentId });
const completed = (documentId: string): NavigationEvent => ({ type: 'completed', url: WANTED, documentId });
const failed = (error: string): NavigationEvent => ({ type: 'failed', url: WANTED, error });
const moved = (url: string): NavigationEvent => ({ type: 'same-document', url, cause: 'fragment' });

function after(...events: NavigationEvent[]): NavigationPhase {
  return events.reduce<NavigationPhase>((phase, event) => follow(phase, event, WANTED), { name: 'armed' });
}

test.each<[string, NavigationEvent[], NavigationPhase['name']]>([
  ['a plain load', [begun, committed('d'), completed('d')], 'completed'],
  ['the old page completes late', [completed('old'), begun, completed('old')], 'begun'],
  ['an older navigation commits after the arming', [committed('old'), completed('old')], 'armed'],
  [
    'an older navigation is aborted by ours',
    [failed('net::ERR_ABORTED'), begun, committed('d')],
    'committed',
  ],
  [
    'the same, told in the other order',
    [begun, failed('net::ERR_ABORTED'), committed('d'), completed('d')],
    'completed',
  ],
  ['a redirect by script follows the last commit', [begun, committed('1'), begun, completed('1')], 'begun'],
  ['a net error', [begun, failed('net::ERR_NAME_NOT_RESOLVED')], 'failed'],
  ['a download', [begun, failed('net::ERR_ABORTED')], 'aborted'],
  [
    'a download in a new tab, which Chrome closes',
    [begun, failed('net::ERR_ABORTED'), { type: 'removed' }],
    'failed',
  ],
  ['loading stopped after the commit', [begun, committed('d'), failed('net::ERR_ABORTED')], 'completed'],
  ['a fragment of ours', [moved(WANTED)], 'completed'],
  ["a page's own pushState", [moved('https://a.test/other')], 'armed'],
  ['the tab is closed', [begun, { type: 'removed' }], 'removed'],
  ['nothing changes an end', [begun, committed('d'), completed('d'), { type: 'removed' }], 'completed'],
])('%s', (_, events, name) => {
  expect(after(...events).name).toBe(name);
});

test('the state of the tab decides when events leave the outcome open', () => {
  const aborted = after(begun, failed('net::ERR_ABORTED'));
  expect(settle(aborted, true)).toBe(aborted);
  expect(settle(aborted, false)).toEqual({ name: 'failed', error: 'net::ERR_ABORTED' });
  expect(settle(after(begun, committed('d')), false)).toEqual({ name: 'completed' });
  expect(settle({ name: 'armed' }, false)).toEqual({ name: 'armed' });
});
