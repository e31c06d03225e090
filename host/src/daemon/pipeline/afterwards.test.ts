import { describe, expect, it } from 'vitest';
import { fakePipeline } from '../testing/fake-pipeline.ts';

const CLICKED = { clicked: true, disappeared: false, stable: true, elapsed: 1, effect: { seen: 'dom' } };
const minted = { read: 1, count: 0, documentId: 'page' };

async function setUp() {
  const world = fakePipeline();
  const link = world.connect('work');
  const session = await world.open(link, 7);
  const click = (id: string, read: string) =>
    world.ask('click', { target: { selector: '#a' }, read }, { session, id });
  return { ...world, link, session, click };
}

describe('a read after an act', () => {
  it('is a request of its own, with an id of its own, and its answer is part of the answer', async () => {
    const { link, click, ask, session } = await setUp();
    const answer = click('c1', 'snapshot');
    link.answer(await link.next(), CLICKED);
    const read = await link.next();
    expect(read).toMatchObject({
      id: 'c1:read',
      action: 'snapshot',
      params: {},
      destructive: false,
      firstHandle: 1,
    });
    link.answer(read, { tree: 'main', nodeCount: 1, minted }, 'http://after.test/');
    expect(await answer).toMatchObject({
      id: 'c1',
      ok: true,
      data: { clicked: true, read: { tree: 'main', nodeCount: 1 } },
      page: { url: 'http://after.test/' },
    });
    const last = await ask('debug.last', { count: 2 }, { session });
    expect(last).toMatchObject({ data: { requests: [{ id: 'c1:read' }, { id: 'c1' }] } });
  });

  it.each([
    ['diff', 'snapshot', { since: 'last' }],
    ['text', 'text', {}],
  ])('of %s asks the page for a %s', async (read, action, params) => {
    const { link, click } = await setUp();
    void click('c1', read);
    link.answer(await link.next(), CLICKED);
    expect(await link.next()).toMatchObject({ action, params });
  });

  it('compares with the snapshots that were answered', async () => {
    const { link, click, ask, session } = await setUp();
    const first = ask('snapshot', {}, { session, id: 's1' });
    link.answer(await link.next(), { tree: 'main', nodeCount: 1, minted });
    await first;
    const lost = ask('snapshot', {}, { session, id: 's2' });
    link.fail(await link.next(), 'SCRIPT_ERROR');
    await lost;
    void click('c1', 'diff');
    link.answer(await link.next(), CLICKED);
    expect(await link.next()).toMatchObject({ answered: ['s1'] });
  });

  it('that fails does not make the act a failure', async () => {
    const { link, click } = await setUp();
    const answer = click('c1', 'text');
    link.answer(await link.next(), CLICKED);
    link.fail(await link.next(), 'TAB_NOT_FOUND');
    expect(await answer).toMatchObject({
      ok: true,
      data: {
        clicked: true,
        read: { error: { code: 'TAB_NOT_FOUND', suggestedAction: expect.any(String) } },
      },
    });
  });

  it('is not made if the act failed', async () => {
    const { link, click } = await setUp();
    const answer = click('c1', 'text');
    link.fail(await link.next(), 'ELEMENT_NOT_FOUND');
    expect(await answer).toMatchObject({ ok: false, error: { code: 'ELEMENT_NOT_FOUND' } });
    await expect(link.next()).rejects.toThrow();
  });

  it('is kept with the answer, so a repetition runs neither again', async () => {
    const { link, click } = await setUp();
    const answer = click('c1', 'text');
    link.answer(await link.next(), CLICKED);
    link.answer(await link.next(), { text: 'Done' });
    await answer;
    expect(await click('c1', 'text')).toMatchObject({
      replay: true,
      data: { clicked: true, read: { text: 'Done' } },
    });
    await expect(link.next()).rejects.toThrow();
  });

  it('that is too large to be kept leaves the answer of the act', async () => {
    const { link, click } = await setUp();
    const answer = click('c1', 'text');
    link.answer(await link.next(), CLICKED);
    link.answer(await link.next(), { text: 'x'.repeat(300_000) });
    expect(await answer).toMatchObject({ data: { read: { text: expect.any(String) } } });
    const again = await click('c1', 'text');
    expect(again).toMatchObject({ replay: true, data: { clicked: true } });
    expect(again).not.toHaveProperty('data.read');
  });

  it('of a new session reads in the session that was made', async () => {
    const { link, ask } = await setUp();
    const opening = ask('tab.open', { url: 'http://new.test/', read: 'text' }, {});
    link.answer(await link.next(), { tabId: 9, url: 'http://new.test/', title: 'New' });
    const read = await link.next();
    expect(read).toMatchObject({ action: 'text', target: { tabId: 9 } });
    link.answer(read, { text: 'Hello' });
    const answer = await opening;
    expect(answer).toMatchObject({ ok: true, data: { read: { text: 'Hello' } } });
  });
});

describe('fill with submit', () => {
  const FILLED = { filled: true, verifiedValue: 'Ann', effect: { seen: 'value' } };
  const PRESSED = { pressed: ['Enter'], on: { tag: 'input' }, default: 'submit', stable: true, elapsed: 9 };
  const fill = (world: Awaited<ReturnType<typeof setUp>>, more: object = {}) =>
    world.ask(
      'fill',
      { target: { selector: '#q' }, value: 'Ann', method: 'auto', submit: true, wait: 5, ...more },
      { session: world.session, id: 'f1' },
    );

  it('presses Enter in the field, once it holds the text, and reads the page after that', async () => {
    const world = await setUp();
    const answer = fill(world, { read: 'text' });
    world.link.answer(await world.link.next(), FILLED);
    const press = await world.link.next();
    expect(press).toMatchObject({
      id: 'f1:submit',
      action: 'press',
      params: { target: { selector: '#q' }, keys: ['Enter'], wait: 5 },
      destructive: true,
    });
    world.link.answer(press, { ...PRESSED, effect: { seen: 'navigation' } }, 'http://found.test/');
    world.link.answer(await world.link.next(), { text: 'Results' }, 'http://found.test/');
    expect(await answer).toMatchObject({
      data: {
        filled: true,
        submit: { default: 'submit', effect: { seen: 'navigation' } },
        read: { text: 'Results' },
      },
      page: { url: 'http://found.test/' },
    });
  });

  it('does not press Enter in a field that holds something else', async () => {
    const world = await setUp();
    const answer = fill(world);
    world.link.answer(await world.link.next(), { ...FILLED, filled: false, reason: 'cut' });
    expect(await answer).not.toHaveProperty('data.submit');
    await expect(world.link.next()).rejects.toThrow();
  });

  it('says why Enter could not be pressed, and a repetition presses nothing', async () => {
    const world = await setUp();
    const answer = fill(world);
    world.link.answer(await world.link.next(), FILLED);
    world.link.fail(await world.link.next(), 'ELEMENT_NOT_FOUND');
    expect(await answer).toMatchObject({
      ok: true,
      data: { submit: { error: { code: 'ELEMENT_NOT_FOUND' } } },
    });
    expect(await fill(world)).toMatchObject({ replay: true, data: { submit: { error: {} } } });
    await expect(world.link.next()).rejects.toThrow();
  });
});
