import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../harness/world.ts';
import { PackagePages } from './package-pages.ts';
import { SLIDERS } from './slider-pages.ts';

const world = new World();
const pages = new PackagePages();
const tabs: Record<string, string> = {};

beforeAll(async () => {
  await pages.serve(world, SLIDERS);
  await world.startBrowser();
  tabs['background'] = await world.openSession(pages.url('/start'));
  tabs['front'] = await world.openSession(pages.url('/start'), '--show');
});

afterAll(() => world.close());

const paste = ['--method', 'paste', '--world', 'isolated'];

describe('the arrow keys', () => {
  it.each([
    ...Object.keys(SLIDERS).map((path) => [path, 'front'] as const),
    ['/native-range', 'background'],
    ['/radix-slider', 'background'],
  ] as const)('step the slider of %s in a %s tab', async (path, tab) => {
    const session = tabs[tab] ?? '';
    await pages.load(world, path, session);
    const keys = ['ArrowRight', 'ArrowUp', 'ArrowLeft'].flatMap((key) => ['--key', key]);
    const pressed = await world.data('press', 'press', '--selector', '#slider', ...keys, '-s', session);
    expect(pressed.effect.seen).toMatch(/value|dom/);
    await pages.expectHeld(path, { value: 21 });
  });
});

describe('fill sets the slider', () => {
  it.each(['/native-range', '/material-web-slider', '/radix-slider', '/aria-slider'])(
    'of %s',
    async (path) => {
      const session = tabs['front'] ?? '';
      await pages.load(world, path, session);
      const { elements } = await world.data('elements', 'elements', '-s', session);
      const { handle = '' } = elements.find(({ role }) => role === 'slider') ?? {};
      const words = ['fill', '--element', handle, '--value', '63', ...paste, '-s', session];
      expect(await world.data('fill', ...words)).toMatchObject({ filled: true, verifiedValue: '63' });
      await pages.expectHeld(path, { value: 63 });
    },
  );

  it('of MUI not: its field is clipped away, and the error says so', async () => {
    const session = tabs['front'] ?? '';
    await pages.load(world, '/mui-slider', session);
    const words = ['fill', '--selector', '#slider', '--value', '63', ...paste, '--wait', '0', '-s', session];
    expect(await world.error(...words)).toMatchObject({ details: { reason: 'out-of-sight' } });
  });
});

describe('a drag by a distance', () => {
  const drag = (from: string, by: string) =>
    world.data('drag', 'drag', '--from', from, '--by', by, '-s', tabs['front'] ?? '');

  it.each([
    ['/aria-slider', '#slider'],
    ['/mui-slider', '.MuiSlider-thumb'],
  ])('moves the slider of %s', async (path, thumb) => {
    await pages.load(world, path, tabs['front'] ?? '');
    expect(await drag(thumb, '90,0')).toMatchObject({ moved: true });
    await pages.expectHeld(path, { value: 50 });
  });

  it.each(['/native-range', '/material-web-slider', '/radix-slider'])(
    'moves nothing of %s, which follows only a real pointer, and the answer says what does',
    async (path) => {
      await pages.load(world, path, tabs['front'] ?? '');
      const { moved, effect } = await drag('#slider', '90,0');
      expect(moved).toBe(false);
      expect(effect.hint).toContain('`bproxy fill --');
      expect(pages.held(path)['value'] ?? 20).toBe(20);
    },
  );
});
