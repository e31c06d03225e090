import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../harness/world.ts';
import { BOARDS, LISTS, LONG_LISTS } from './drag-pages.ts';
import { PackagePages } from './package-pages.ts';

const world = new World();
const pages = new PackagePages();
let session: string;

beforeAll(async () => {
  await pages.serve(world, { ...LISTS, ...LONG_LISTS, ...BOARDS });
  await world.startBrowser();
  session = await world.openSession(pages.url('/start'), '--show');
});

afterAll(() => world.close());

const drag = (...words: string[]) => world.data('drag', 'drag', ...words, '-s', session);

describe.each(Object.keys(LISTS))('a list of %s', (path) => {
  it('is sorted by a drag, and stays as it is after one that ends where it began', async () => {
    await pages.load(world, path, session);
    const sorted = await drag('--from', '#A', '--to', '#C', '--place', 'after');
    expect(sorted).toMatchObject({ moved: true, landed: 'after' });
    await pages.expectHeld(path, { order: 'BCAD' });

    const [bare, nudged] = [
      await drag('--from', '#fixed', '--to', '#C'),
      await drag('--from', '#B', '--by', '0,8'),
    ];
    expect(bare).toMatchObject({ moved: false, effect: { hint: expect.stringContaining('--via keyboard') } });
    expect(nudged).toMatchObject({
      moved: false,
      effect: { hint: expect.stringContaining('Nothing has moved') },
    });
    await pages.expectHeld(path, { order: 'BCAD' });
  });
});

describe('a list with a keyboard sensor', () => {
  it.each(['/dnd-kit', '/hello-pangea'])('of %s is sorted by keys, up and down', async (path) => {
    await pages.load(world, path, session);
    const down = await drag('--from', '#A', '--to', '#C', '--place', 'after', '--via', 'keyboard');
    expect(down).toMatchObject({ moved: true, via: 'keyboard', landed: 'after' });
    await pages.expectHeld(path, { order: 'BCAD' });
    const up = await drag('--from', '#D', '--to', '#B', '--place', 'before', '--via', 'keyboard');
    expect(up).toMatchObject({ moved: true, landed: 'before' });
    await pages.expectHeld(path, { order: 'DBCA' });
  });

  it('of @hello-pangea/dnd scrolls on the way', async () => {
    await pages.load(world, '/hello-pangea-long', session);
    const words = ['--from', '#R2', '--to', '#R20', '--via', 'keyboard', '--place', 'after'];
    expect(await drag(...words)).toMatchObject({ moved: true, landed: 'after' });
  });
});

describe('a list that is longer than the window', () => {
  it.each(Object.keys(LONG_LISTS))('of %s is scrolled during the drag', async (path) => {
    await pages.load(world, path, session);
    const { moved, landed } = await drag('--from', '#R2', '--to', '#R38', '--place', 'after');
    expect(moved).toBe(true);
    // Some lists make room above the row, which puts the other one there. The answer says on which side it landed.
    const order = String(pages.held(path)['order']).split(',');
    expect(Math.abs(order.indexOf('R2') - order.indexOf('R38'))).toBe(1);
    expect(order.indexOf('R2') > order.indexOf('R38') ? 'after' : 'before').toBe(landed);
  });
});

describe('what can be put anywhere', () => {
  it('is moved by a distance with jQuery UI', async () => {
    await pages.load(world, '/jquery-ui-draggable', session);
    expect(await drag('--from', '#note', '--by', '120,30')).toMatchObject({ moved: true });
    await pages.expectHeld('/jquery-ui-draggable', { at: [170, 180] });
  });

  it('in a canvas of Konva is grabbed at its point, and the picture tells whether it moved', async () => {
    await pages.load(world, '/konva', session);
    const board = (...words: string[]) => drag('--from', '#board', '--by', '60,40', ...words);
    expect(await board('--grab', '170,180')).toMatchObject({ moved: true, effect: { seen: 'dom' } });
    await pages.expectHeld('/konva', { at: [220, 150] });
    expect(await board('--grab', '30,30')).toMatchObject({
      moved: false,
      effect: { seen: 'none', hint: expect.stringContaining('--grab X,Y') },
    });
    expect(await drag('--from', '#board', '--by', '-80,0', '--grab', '260,190')).toMatchObject({
      moved: true,
    });
    await pages.expectHeld('/konva', { at: [140, 150] });
  });

  it('is not grabbed beside the element', async () => {
    const words = ['drag', '--from', '#board', '--by', '60,40', '--grab', '430,30', '-s', session];
    expect(await world.error(...words)).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it('a background tab has no animation frames, so no list is dragged there', async () => {
  const own = await world.openSession(pages.url('/native'));
  const words = ['drag', '--from', '#A', '--to', '#C', '-s', own];
  expect(await world.error(...words)).toMatchObject({
    code: 'TAB_NOT_VISIBLE',
    suggestedAction: expect.stringContaining(`bproxy tab show -s ${own}`),
  });
});
