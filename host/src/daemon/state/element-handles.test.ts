import { frameName, isElementHandle } from '@bproxy/shared';
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
    return context.handles.mint(where, { read: reads, count, documentId: `doc${reads}`, url, epoch });
  };
  /** A read of the same document that shows elements again, and so many new ones. */
  const mintAgain = (read: number, numbers: number[], count: number) =>
    context.handles.mint(scope, {
      read: 100,
      count,
      again: [{ read, numbers }],
      documentId: `doc${read}`,
      url: 'http://x/',
      epoch: context.handles.epochOf(scope.chrome),
    });
  const resolve = (handle: string, where = scope) =>
    isElementHandle(handle) ? context.handles.resolve(where, handle) : 'not a handle';
  return { context, handles: context.handles, scope, mint, mintAgain, resolve, advance, session };
}

describe('element handles', () => {
  it('resolve to their read and its document', () => {
    const { mint, resolve } = setUp();
    expect(mint(2)).toEqual([1, 2]);
    expect(resolve('el2')).toEqual({ found: { handle: 'el2', read: 1, documentId: 'doc1' } });
    expect(resolve('el3')).toEqual({ lost: 'unknown' });
  });

  it('never reuse a number, and stay valid beside those of later reads', () => {
    const { mint, resolve } = setUp();
    mint(2);
    expect(mint(2)).toEqual([3, 4]);
    expect(resolve('el1')).toMatchObject({ found: { handle: 'el1', read: 1 } });
    expect(resolve('el3')).toMatchObject({ found: { handle: 'el3', read: 2 } });
  });

  it('keep the number, the read and the document of an element that is shown again', () => {
    const { mint, mintAgain, resolve, advance } = setUp();
    mint(3);
    advance(100_000);
    expect(mintAgain(1, [1, 3], 1)).toEqual([1, 3, 4]);
    advance(100_000);
    expect(resolve('el3')).toEqual({ found: { handle: 'el3', read: 1, documentId: 'doc1' } });
    expect(resolve('el4')).toMatchObject({ found: { handle: 'el4', read: 100 } });
    expect(resolve('el2')).toEqual({ lost: 'expired' });
  });

  it('are valid again when the page shows their element after a change of its URL', () => {
    const { handles, scope, mint, mintAgain, resolve } = setUp();
    mint(1);
    handles.navigated(scope.chrome, 'http://x/other', false);
    expect(resolve('el1')).toEqual({ lost: 'navigated' });
    handles.navigated(scope.chrome, 'http://x/', false);
    mintAgain(1, [1], 0);
    expect(resolve('el1')).toMatchObject({ found: { handle: 'el1', read: 1 } });
  });

  it('are not believed if the page claims an old number that was never given out', () => {
    const { mint, mintAgain, resolve } = setUp();
    mint(1);
    expect(mintAgain(1, [1, 2, 9], 1)).toEqual([1, 2]);
    expect(resolve('el2')).toMatchObject({ found: { read: 100 } });
    expect(resolve('el9')).toEqual({ lost: 'unknown' });
  });

  it('are one number space, whatever a handle begins with', () => {
    const { mint, resolve } = setUp();
    mint(2);
    expect(resolve('ln2')).toEqual({ found: { handle: 'ln2', read: 1, documentId: 'doc1' } });
  });

  it('keep the first 200 of a read, and 1,000 in all', () => {
    const { mint, resolve, context, session } = setUp();
    expect(mint(300)).toHaveLength(200);
    expect(resolve('el1')).toHaveProperty('found');
    let lastScope: HandleScope | undefined;
    for (let tabId = 100; tabId < 105; tabId += 1) {
      const tab = context.sessions.addTab(session, { instance: 'a', tabId }, 'http://x/', '');
      lastScope = { session: session.id, tab: tab.handle, chrome: tab.chrome };
      mint(200, 'http://x/', lastScope);
    }
    expect(resolve('el1')).toEqual({ lost: 'evicted' });
    expect(resolve('el200')).toEqual({ lost: 'evicted' });
    expect(resolve('el1', lastScope)).toHaveProperty('found');
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

  it('of one read lead to the page or to the frame that has the element', () => {
    const { handles, scope, resolve } = setUp();
    const frame = (number: number) => ({
      name: frameName(number),
      frameId: number,
      documentId: `frame${number}`,
    });
    const others = [1, 2].map((number) => ({
      read: number,
      count: 2,
      documentId: `frame${number}`,
      frame: frame(number),
    }));
    const read = { read: 9, count: 1, documentId: 'page', url: 'http://x/', epoch: 0 };
    expect(handles.mint(scope, { ...read, others })).toHaveLength(5);
    expect(resolve('el1')).toEqual({ found: { handle: 'el1', read: 9, documentId: 'page' } });
    expect(resolve('el3')).toMatchObject({ found: { read: 1, documentId: 'frame1', frame: frame(1) } });
    expect(resolve('el5')).toMatchObject({ found: { read: 2, documentId: 'frame2', frame: frame(2) } });
    expect(resolve('el6')).toEqual({ lost: 'unknown' });
    expect(handles.nextNumber(scope)).toBe(6);
  });

  it('of frames are 200 in one read, beside those of the page', () => {
    const { handles, scope } = setUp();
    const read = { read: 9, count: 200, documentId: 'page', url: 'http://x/', epoch: 0 };
    const others = [150, 150].map((count, at) => ({ read: at, count, documentId: `frame${at}` }));
    expect(handles.mint(scope, { ...read, others })).toHaveLength(400);
  });
});

describe('names of frames', () => {
  const named = (number: number) => ({ name: frameName(number), frameId: 7, documentId: `d${number}` });

  it('are found in their tab, and their numbers are never given out again', () => {
    const { handles, scope, context, session } = setUp();
    expect(handles.nextFrame(scope)).toBe(1);
    handles.nameFrames(scope, [named(1), named(4)]);
    expect(handles.frame(scope, frameName(4))).toEqual(named(4));
    expect(handles.nextFrame(scope)).toBe(5);
    handles.nameFrames(scope, [named(1)]);
    expect(handles.nextFrame(scope)).toBe(5);
    const tab = context.sessions.addTab(session, { instance: 'a', tabId: 8 }, 'http://x/', 'x');
    const other = { session: session.id, tab: tab.handle, chrome: tab.chrome };
    expect(handles.frame(other, frameName(1))).toBeUndefined();
    expect(handles.nextFrame(other)).toBe(1);
  });

  it('count for the numbers that a later daemon leaves out, and end with their tab', () => {
    const { handles, scope } = setUp();
    handles.nameFrames(scope, [named(1_500)]);
    expect(handles.reservedFrom(scope)).toBe(2_001);
    handles.forgetTab(scope.chrome);
    expect(handles.frame(scope, frameName(1_500))).toBeUndefined();
  });
});
