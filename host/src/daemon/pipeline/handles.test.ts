import { describe, expect, it } from 'vitest';
import { tabMessage } from '../links/tab-truth.ts';
import { fakePipeline, PAGE } from '../testing/fake-pipeline.ts';

async function setUp() {
  const world = fakePipeline();
  const link = world.connect('work');
  const session = await world.open(link, 7);
  let reads = 0;
  /** Reads with this action a page that offers this many elements. */
  const mint = async (action: 'elements' | 'links' | 'snapshot', count: number, url = PAGE) => {
    const reading = world.ask(action, {}, { session });
    const request = await link.next();
    reads += 1;
    const prefix = action === 'links' ? 'ln' : 'el';
    const list = Array.from({ length: count }, (_, index) => ({
      selector: `#${action}${index}`,
      handle: `${prefix}${Number(request.firstHandle) + index}`,
    }));
    const data = action === 'snapshot' ? { tree: 'tree', nodeCount: count } : { [action]: list };
    link.answer(request, { ...data, minted: { read: reads, count, documentId: `doc${reads}` } }, url);
    return { request, answer: await reading };
  };
  /** The handle as it was forwarded, or the error that explains why it was not. */
  const use = async (handle: string) => {
    world.advance(2_000);
    const clicking = world.ask('click', { target: { handle } }, { session });
    const request = await link.next().catch(() => null);
    if (!request) return clicking;
    link.answer(request, { clicked: true });
    await clicking;
    return request.params;
  };
  const lost = (code: string, reason: string) => ({ ok: false, error: { code, details: { reason } } });
  return { ...world, link, session, mint, use, lost };
}

describe('handles', () => {
  it('are minted by elements, links and snapshot, and are forwarded with their read and its document', async () => {
    const { mint, use, logged } = await setUp();
    const elements = await mint('elements', 2);
    expect(elements.answer).toMatchObject({ data: { elements: [{ handle: 'el1' }, { handle: 'el2' }] } });
    const links = await mint('links', 2);
    expect(links.answer).toMatchObject({ data: { links: [{ handle: 'ln3' }, { handle: 'ln4' }] } });
    expect(await use('el2')).toEqual({ target: { handle: 'el2', read: 1, documentId: 'doc1' } });
    expect(await use('ln4')).toEqual({ target: { handle: 'ln4', read: 2, documentId: 'doc2' } });
    const snapshot = await mint('snapshot', 2);
    expect(snapshot.request).toMatchObject({ firstHandle: 5 });
    expect(snapshot.answer).toMatchObject({ data: { tree: 'tree', nodeCount: 2 } });
    expect(await use('el6')).toEqual({ target: { handle: 'el6', read: 3, documentId: 'doc3' } });
    for (const { answer } of [elements, links, snapshot]) expect(answer).not.toHaveProperty('data.minted');
    expect(JSON.stringify(logged)).not.toContain('doc1');
  });

  it.each([
    ['none', {}, 'minted'],
    ['a read without a number', { minted: { count: 1, documentId: 'd' } }, 'minted.read'],
    [
      'a number of no element',
      { minted: { read: 1, count: 1, again: [{ read: 1, numbers: [0] }], documentId: 'd' } },
      'minted.again.0.numbers.0',
    ],
    ['fewer than none', { minted: { read: 1, count: -1, documentId: 'd' } }, 'minted.count'],
    ['a read without a document', { minted: { read: 1, count: 1 } }, 'minted.documentId'],
    ['a document without a name', { minted: { read: 1, count: 1, documentId: '' } }, 'minted.documentId'],
    [
      'a document with an endless name',
      { minted: { read: 1, count: 1, documentId: 'd'.repeat(101) } },
      'minted.documentId',
    ],
  ])('are not minted if the extension says that it kept %s', async (_, given, where) => {
    const { ask, link, session } = await setUp();
    const reading = ask('snapshot', {}, { session });
    link.answer(await link.next(), { tree: 'tree', nodeCount: 1, ...given });
    expect(await reading).toMatchObject({
      ok: false,
      error: {
        code: 'SCRIPT_ERROR',
        suggestedAction: 'Update the extension and bproxy to the same version.',
        details: { issues: [expect.stringContaining(`${where}: `)] },
      },
    });
  });

  it('survive later reads, and those that are shown again live on', async () => {
    const { mint, use, lost, ask, link, session, advance } = await setUp();
    await mint('elements', 2);
    await mint('elements', 1);
    expect(await use('el2')).toEqual({ target: { handle: 'el2', read: 1, documentId: 'doc1' } });
    advance(100_000);
    const reading = ask('snapshot', {}, { session });
    const request = await link.next();
    expect(request).toMatchObject({ firstHandle: 4 });
    const minted = { read: 7, count: 0, again: [{ read: 1, numbers: [2] }], documentId: 'doc1' };
    link.answer(request, { tree: 'button [el2]', nodeCount: 1, minted }, PAGE);
    await reading;
    advance(100_000);
    expect(await use('el2')).toEqual({ target: { handle: 'el2', read: 1, documentId: 'doc1' } });
    expect(await use('el1')).toMatchObject(lost('ELEMENT_HANDLE_NOT_FOUND', 'expired'));
  });

  it('are limited to 200 per read, however many the page reports', async () => {
    const { mint, use } = await setUp();
    await mint('elements', 250);
    expect(await use('el200')).toMatchObject({ target: { handle: 'el200', read: 1 } });
    expect(await use('el201')).toMatchObject({ error: { code: 'ELEMENT_HANDLE_NOT_FOUND' } });
  });

  it('report why they are lost', async () => {
    const { mint, use, lost, advance, context, open, link, session, ask } = await setUp();
    expect(await use('el9')).toMatchObject(lost('ELEMENT_HANDLE_NOT_FOUND', 'unknown'));
    await mint('elements', 1);
    advance(120_001);
    expect(await use('el1')).toMatchObject(lost('ELEMENT_HANDLE_NOT_FOUND', 'expired'));
    await mint('elements', 1);
    tabMessage('work', { type: 'navigation', tabId: 7, url: PAGE, cause: 'committed' }, context);
    expect(await use('el2')).toMatchObject(lost('ELEMENT_HANDLE_STALE', 'navigated'));
    await mint('elements', 1);
    await open(link, 8, session);
    expect(await use('el3')).toMatchObject(lost('ELEMENT_HANDLE_SCOPE_MISMATCH', 'other_tab'));
    await ask('session.bind', { tab: 't1' }, { session });
    expect(await use('el3')).toMatchObject({ target: { handle: 'el3' } });
  });

  it('survive fragment changes but no other URL, whichever message reports it', async () => {
    const { mint, use, lost, context, link, session, ask } = await setUp();
    await mint('elements', 1, `${PAGE}#top`);
    tabMessage('work', { type: 'tab-updated', tabId: 7, url: `${PAGE}#end`, title: '' }, context);
    expect(await use('el1')).toMatchObject({ target: { handle: 'el1' } });
    tabMessage('work', { type: 'tab-updated', tabId: 7, url: `${PAGE}two`, title: '' }, context);
    expect(await use('el1')).toMatchObject(lost('ELEMENT_HANDLE_STALE', 'navigated'));
    await mint('elements', 1, `${PAGE}two`);
    const reading = ask('text', {}, { session });
    link.answer(await link.next(), { text: '' }, `${PAGE}three`);
    await reading;
    expect(await use('el2')).toMatchObject(lost('ELEMENT_HANDLE_STALE', 'navigated'));
  });

  it('survive a lost connection if the tab is still on the same page', async () => {
    const { mint, use, lost, link, connect } = await setUp();
    await mint('elements', 1);
    link.leave();
    connect('work', { tabs: [{ tabId: 7, url: PAGE, title: '' }] });
    link.leave();
    const back = connect('work', { tabs: [{ tabId: 7, url: `${PAGE}two`, title: '' }] });
    expect(await use('el1')).toMatchObject(lost('ELEMENT_HANDLE_STALE', 'navigated'));
    expect(back.sent.filter(({ type }) => type === 'request')).toEqual([]);
  });

  it('in a form fail one by one: the page receives the others', async () => {
    const { mint, ask, session, link } = await setUp();
    await mint('elements', 1);
    const field = (handle: string) => ({
      target: { handle },
      value: 'x',
      method: 'direct',
      world: 'isolated',
    });
    void ask('fill-form', { fields: [field('el1'), field('el7')] }, { session });
    expect(await link.next()).toMatchObject({
      params: {
        fields: [
          { target: { handle: 'el1', read: 1, documentId: 'doc1' } },
          { target: { handle: 'el7', lost: { code: 'ELEMENT_HANDLE_NOT_FOUND' } } },
        ],
      },
    });
  });

  it('are not minted for a tab that was closed during the read', async () => {
    const { ask, link, session, context, logged } = await setUp();
    const reading = ask('elements', {}, { session });
    const request = await link.next();
    tabMessage('work', { type: 'tab-removed', tabId: 7 }, context);
    link.answer(request, { elements: [{ selector: '#a' }], minted: { read: 1, count: 1, documentId: 'd' } });
    expect(await reading).toMatchObject({ ok: true, data: { elements: [{ selector: '#a' }] } });
    expect(logged.some(({ event }) => event === 'handle_mint')).toBe(false);
  });

  it('log their events', async () => {
    const { mint, use, logged, session, context } = await setUp();
    await mint('links', 3);
    await use('ln2');
    tabMessage('work', { type: 'navigation', tabId: 7, url: PAGE, cause: 'committed' }, context);
    const events = logged.filter(({ event }) => event.startsWith('handle_'));
    expect(events).toMatchObject([
      {
        event: 'handle_mint',
        session,
        tab: 't1',
        sourceAction: 'links',
        count: 3,
        firstHandle: 'ln1',
        lastHandle: 'ln3',
      },
      { event: 'handle_resolve', handle: 'ln2', session, tab: 't1', outcome: 'found' },
      { event: 'handle_resolve', handle: 'ln2', session, tab: 't1', outcome: 'found' },
      { event: 'handle_invalidate', session, tab: 't1', cause: 'navigation', count: 3 },
    ]);
  });
});
