import { describe, expect, it } from 'vitest';
import { tabMessage } from '../links/tab-truth.ts';
import { fakePipeline, PAGE, turn } from '../testing/fake-pipeline.ts';

const click = { target: { selector: '#a' } };
const replaced = { type: 'tab-replaced', tabId: 8, was: 7 } as const;
const listed = { data: { tabs: [{ tab: 't1', url: PAGE }] } };

describe('a tab that gets a new id from Chrome', () => {
  it('keeps its handle, its session and its numbers, and loses the handles of its page', async () => {
    const { ask, connect, open, read, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    await read(link, session, 2);
    tabMessage('work', replaced, context);
    expect(await ask('tab.list', {}, { session })).toMatchObject(listed);
    expect(await ask('click', { target: { handle: 'el2' } }, { session })).toMatchObject({
      error: { code: 'ELEMENT_HANDLE_STALE', details: { reason: 'asleep' } },
    });
    const reading = ask('elements', {}, { session });
    const request = await link.next();
    expect(request).toMatchObject({ target: { tabId: 8 }, firstHandle: 3 });
    link.answer(request, { elements: [], minted: { read: 2, count: 0, documentId: 'd2' } });
    await reading;
    // An event about the old id concerns nobody.
    tabMessage('work', { type: 'tab-removed', tabId: 7 }, context);
    expect(await ask('tab.list', {}, { session })).toMatchObject(listed);
    tabMessage('work', { type: 'tab-removed', tabId: 8 }, context);
    expect(await ask('tab.list', {}, { session })).toMatchObject({ data: { tabs: [] } });
  });

  it('is not lost by an answer about its old id', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const reading = ask('text', {}, { session });
    const request = await link.next();
    tabMessage('work', replaced, context);
    link.fail(request, 'TAB_NOT_FOUND');
    expect(await reading).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
    expect(await ask('tab.list', {}, { session })).toMatchObject(listed);
  });

  it('gives no handles to a read that began before', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const reading = ask('elements', {}, { session });
    const request = await link.next();
    tabMessage('work', replaced, context);
    link.answer(request, { elements: [{ handle: 'el1' }], minted: { read: 1, count: 1, documentId: 'd1' } });
    expect(await reading).toMatchObject({ ok: true });
    expect(await ask('click', { target: { handle: 'el1' } }, { session })).toMatchObject({
      error: { code: 'ELEMENT_HANDLE_STALE' },
    });
  });

  it('still gets one request at a time: the waiting ones first, under the new id', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const running = ask('text', {}, { session });
    const first = await link.next();
    const waiting = ask('text', {}, { session, id: 'waiting' });
    await turn();
    tabMessage('work', replaced, context);
    tabMessage('work', { ...replaced, was: 8, tabId: 9 }, context);
    const later = ask('text', {}, { session, id: 'later' });
    await expect(link.next()).rejects.toThrow('got no request');
    link.fail(first, 'TAB_ASLEEP');
    expect(await running).toMatchObject({ error: { code: 'TAB_ASLEEP' } });
    for (const [id, answer] of [
      ['waiting', waiting],
      ['later', later],
    ] as const) {
      const request = await link.next();
      expect(request).toMatchObject({ id, target: { tabId: 9 } });
      await expect(link.next()).rejects.toThrow('got no request');
      link.answer(request, { text: '' });
      expect(await answer).toMatchObject({ ok: true });
    }
    expect(context.queue.lengthOf({ instance: 'work', tabId: 9 })).toBe(0);
  });

  it('is found by its hello when the daemon missed the change, even several of them', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const acting = ask('click', click, { session });
    await link.next();
    link.leave();
    const again = connect('work', {
      tabs: [{ tabId: 9, url: PAGE, title: 'page' }],
      replaced: [
        { was: 7, tabId: 8 },
        { was: 8, tabId: 9 },
        { was: 1, tabId: 2 },
      ],
    });
    expect(await ask('tab.list', {}, { session })).toMatchObject(listed);
    // The request goes to no tab but the one it was sent to. The extension answers that this id sleeps.
    expect(again.sent).toMatchObject([{ type: 'resume' }]);
    const { id } = again.sent.flatMap((message) =>
      message.type === 'resume' ? message.requests : [],
    )[0] ?? {
      id: '',
    };
    again.fail({ id }, 'TAB_ASLEEP');
    expect(await acting).toMatchObject({
      error: {
        code: 'TAB_ASLEEP',
        suggestedAction: expect.stringContaining(`bproxy tab wake -s ${session}`),
      },
    });
    void ask('tab.wake', {}, { session });
    expect(await again.next()).toMatchObject({ action: 'tab.wake', target: { tabId: 9 } });
  });

  it('is gone after a restart of the browser, whose ids mean other tabs', async () => {
    const { ask, connect, open } = fakePipeline();
    const session = await open(connect('work'), 7);
    connect('work', {
      browserRun: 'run-2',
      tabs: [{ tabId: 9, url: PAGE, title: 'page' }],
      replaced: [{ was: 7, tabId: 9 }],
    });
    expect(await ask('tab.list', {}, { session })).toMatchObject({ data: { tabs: [] } });
  });

  it('is known as taken if the user took it while the daemon was away', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    link.leave();
    connect('work', { taken: [8], replaced: [{ was: 7, tabId: 8 }] });
    expect(await ask('text', {}, { session })).toMatchObject({ error: { code: 'TAB_TAKEN' } });
  });
});

describe('tab wake', () => {
  it('names the tab in its answer', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const waking = ask('tab.wake', { tab: 't1' }, { session });
    link.answer(await link.next(), { woken: true, url: PAGE, title: 'page' });
    expect(await waking).toMatchObject({ data: { tab: 't1', woken: true, url: PAGE, title: 'page' } });
  });
});

describe('session close', () => {
  it('hands a tab that stays open over to the user, under its present id', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    await open(link, 20, session);
    const closing = ask('session.close', {}, { session });
    const request = await link.next();
    tabMessage('work', replaced, context);
    link.fail(request, 'WOULD_ASK_USER');
    link.answer(await link.next(), { closed: true });
    expect(await closing).toMatchObject({ data: { closedTabs: 1, failedTabs: ['t1'] } });
    expect(link.sent.at(-1)).toEqual({ type: 'release', tabIds: [8] });
  });
});
