import { isElementHandle } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../testing/fake-context.ts';
import type { HandleScope } from './handle-keys.ts';

function setUp() {
  const { context, advance } = fakeContext();
  const session = context.sessions.create(undefined, 'a');
  const tab = context.sessions.addTab(session, { instance: 'a', tabId: 7 }, 'http://x/', 'x');
  const scope: HandleScope = { session: session.id, tab: tab.handle, chrome: tab.chrome };
  let reads = 0;
  const mint = (
    count: number,
    url = 'http://x/',
    where = scope,
    epoch = context.handles.epochOf(where.chrome),
  ) => {
    reads += 1;
    const read = { action: 'elements' as const, read: reads, count, documentId: `doc${reads}`, url, epoch };
    return context.handles.mint(where, 'el', read);
  };
  const resolve = (handle: string, where = scope) =>
    isElementHandle(handle) ? context.handles.resolve(where, handle) : 'not a handle';
  return { context, handles: context.handles, scope, mint, resolve, advance, session };
}

describe('element handles', () => {
  it('resolve to their read and its document', () => {
    const { mint, resolve } = setUp();
    expect(mint(2)).toEqual(['el1', 'el2']);
    expect(resolve('el2')).toEqual({ found: { handle: 'el2', read: 1, documentId: 'doc1' } });
    expect(resolve('el3')).toEqual({ lost: 'unknown' });
  });

  it('never reuse a number: an old handle does not name a new element', () => {
    const { mint, resolve } = setUp();
    mint(2);
    expect(mint(2)).toEqual(['el3', 'el4']);
    expect(resolve('el1')).toEqual({ lost: 'replaced' });
    expect(resolve('el3')).toMatchObject({ found: { handle: 'el3', read: 2 } });
  });

  it('keep the first 200 of a read, and 1,000 in all', () => {
    const { mint, resolve, context, session } = setUp();
    expect(mint(300)).toHaveLength(200);
    expect(resolve('el1')).toHaveProperty('found');
    for (let tabId = 100; tabId < 105; tabId += 1) {
      const tab = context.sessions.addTab(session, { instance: 'a', tabId }, 'http://x/', '');
      mint(200, 'http://x/', { session: session.id, tab: tab.handle, chrome: tab.chrome });
    }
    expect(resolve('el1')).toEqual({ lost: 'evicted' });
    expect(resolve('el200')).toEqual({ lost: 'evicted' });
  });

  it('live for two minutes', () => {
    const { mint, resolve, advance } = setUp();
    mint(1);
    advance(120_000);
    expect(resolve('el1')).toHaveProperty('found');
    advance(1);
    expect(resolve('el1')).toEqual({ lost: 'expired' });
  });

  it('are stale after a navigation, and report it; a fragment change is none', () => {
    const { handles, scope, mint, resolve } = setUp();
    mint(1, 'http://x/#a');
    handles.navigated(scope.chrome, 'http://x/#b', false);
    expect(resolve('el1')).toHaveProperty('found');
    expect(handles.navigated(scope.chrome, 'http://x/', true)).toBe(1);
    expect(resolve('el1')).toEqual({ lost: 'navigated' });
    mint(1);
    handles.navigated(scope.chrome, 'http://x/other', false);
    expect(resolve('el2')).toEqual({ lost: 'navigated' });
  });

  it('are stale from the start when the tab navigated during the read', () => {
    const { handles, scope, mint, resolve } = setUp();
    const epoch = handles.epochOf(scope.chrome);
    handles.navigated(scope.chrome, 'http://new/', true);
    mint(1, 'http://x/', scope, epoch);
    expect(resolve('el1')).toEqual({ lost: 'navigated' });
  });

  it('belong to one tab of one browser', () => {
    const { context, mint, resolve, session, scope } = setUp();
    mint(1);
    const other = context.sessions.addTab(session, { instance: 'a', tabId: 8 }, 'http://x/', '');
    const otherScope = { session: session.id, tab: other.handle, chrome: other.chrome };
    expect(resolve('el1', otherScope)).toEqual({ lost: 'other_tab' });
    const stranger = context.sessions.create(undefined, 'b');
    expect(resolve('el1', { ...scope, session: stranger.id })).toEqual({ lost: 'unknown' });
    // The same Chrome tab id in another browser is another tab.
    expect(resolve('el1', { ...scope, chrome: { instance: 'b', tabId: 7 } })).not.toHaveProperty('found');
  });

  it('are removed with their tab and their session', () => {
    const { handles, mint, resolve, scope } = setUp();
    mint(3);
    expect(handles.forgetTab(scope.chrome)).toBe(3);
    expect(resolve('el1')).toEqual({ lost: 'unknown' });
    mint(2);
    expect(handles.forgetSession(scope.session)).toBe(2);
  });
});
