import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameworkPages } from './harness/framework-pages.ts';
import type { Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve(await frameworkPages());
  await world.startBrowser();
  session = await world.openSession(pages.url('/react'));
});

afterAll(() => world.close());

const go = (path: string) => world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);

/** The framework's own state. */
async function state(): Promise<unknown> {
  const { text } = await world.data('text', 'text', '--selector', 'output', '-s', session);
  return JSON.parse(text);
}

const fill = (selector: string, value: string) =>
  world.data(
    'fill',
    'fill',
    '--selector',
    selector,
    '--value',
    value,
    '--method',
    'paste',
    '--world',
    'isolated',
    '-s',
    session,
  );
const click = (selector: string) => world.data('click', 'click', '--selector', selector, '-s', session);
const select = (selector: string, option: string) =>
  world.data('select', 'select', '--selector', selector, '--option-text', option, '-s', session);

describe.each(['/react', '/vue', '/svelte'])('a page of %s', (path) => {
  it('notices a fill, a selection, a tick and a click', async () => {
    await go(path);
    expect(await fill('#name', 'Añña 🙂')).toMatchObject({ filled: true, verifiedValue: 'Añña 🙂' });
    expect(await select('#size', 'Large')).toMatchObject({ selected: true });
    await click('#agree');
    await click('#add');
    expect(await state()).toMatchObject({ name: 'Añña 🙂', size: 'L', agree: true, count: 1 });
    expect(await fill('#name', 'second')).toMatchObject({ filled: true });
    expect(await state()).toMatchObject({ name: 'second' });
  });
});

describe('a React page', () => {
  it('has the last word: a value that it changes or reverts is reported as it is', async () => {
    await go('/react');
    expect(await fill('#upper', 'loud')).toMatchObject({ filled: false, verifiedValue: 'LOUD' });
    expect(await fill('#stuck', 'other')).toMatchObject({ filled: false, verifiedValue: 'fixed' });
    expect(await fill('#bio', 'one\ntwo')).toMatchObject({ filled: true, verifiedValue: 'one\ntwo' });
    expect(await state()).toMatchObject({ upper: 'LOUD', bio: 'one\ntwo' });
  });
});

describe('bproxy operates widgets', () => {
  it('of MUI: a text field, and the right one of two selects', async () => {
    await go('/mui');
    expect(await fill('#name', 'Ann')).toMatchObject({ filled: true });
    expect(await select('#other', 'Large')).toMatchObject({ selected: true });
    expect(await state()).toEqual({ size: '', other: 'Large', name: 'Ann' });
    expect(await select('#size', 'Small')).toMatchObject({ selected: true });
    expect(await state()).toEqual({ size: 'Small', other: 'Large', name: 'Ann' });
  });

  it('of Radix: a select whose list is elsewhere in the document, without its disabled options', async () => {
    await go('/radix');
    expect(await select('#size', 'Large')).toMatchObject({ selected: true });
    expect(await state()).toEqual({ size: 'large' });
    const soldOut = await world.error(
      'select',
      '--selector',
      '#size',
      '--option-text',
      'Sold out',
      '-s',
      session,
    );
    expect(soldOut).toMatchObject({ code: 'ELEMENT_NOT_ACTIONABLE', details: { reason: 'disabled' } });
    expect(await state()).toEqual({ size: 'large' });
  });

  it('of a date picker: the field by typing, and the calendar', async () => {
    await go('/datepicker');
    expect(await fill('#day', '2026-03-09')).toMatchObject({ filled: true });
    expect(await state()).toEqual({ day: '2026-3-9' });
    await click('.react-datepicker__day--020:not(.react-datepicker__day--outside-month)');
    expect(await state()).toEqual({ day: '2026-3-20' });
  });
});
