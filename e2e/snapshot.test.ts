import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { generatedPage } from './harness/generated-page.ts';
import { html, type Pages } from './harness/pages.ts';
import { WHOLE, World } from './harness/world.ts';

const SIZES = [150, 2_000, 20_000];

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/form': html(
      'Form',
      `<h1>Apply</h1><form aria-label="Application">
        <label>Name <input name="name" required></label>
        <fieldset><legend>Contact by</legend><label><input type="radio" name="c">Mail</label><label><input type="radio" name="c">Phone</label></fieldset>
        <select aria-label="Country"><optgroup label="Europe"><option>Spain</option></optgroup></select>
        <x-field></x-field><button>Send</button></form>
      <script>document.querySelector('x-field').attachShadow({mode:'open'}).innerHTML='<label>Note <textarea></textarea></label>'</script>`,
    ),
    '/other': html('Other', '<button>Elsewhere</button>'),
    ...Object.fromEntries(SIZES.map((size) => [`/shop/${size}`, generatedPage(size)])),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/form'));
});

afterAll(() => world.close());

const go = (path: string) => world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);

describe('snapshot and elements', () => {
  it('show a form with handles that lead to the same elements', async () => {
    const { tree, nodeCount } = await world.data('snapshot', 'snapshot', '-s', session);
    expect(tree.split('\n')).toEqual([
      'heading "Apply" [level=1]',
      'form "Application"',
      ' textbox "Name" [required] [el1]',
      ' group "Contact by"',
      '  radio "Mail" [el2]',
      '  radio "Phone" [el3]',
      ' combobox "Country" = "Spain" [el4]',
      ' textbox "Note" [el5]',
      ' button "Send" [el6]',
    ]);
    expect(nodeCount).toBe(9);
    const { elements } = await world.data('elements', 'elements', '--form', '-s', session);
    expect(elements).toMatchObject([
      { handle: 'el1', label: 'Name', required: true, selector: 'input[name="name"]' },
      { handle: 'el2', label: 'Mail', checked: false },
      { handle: 'el3', label: 'Phone' },
      { handle: 'el4', label: 'Country', optionGroups: [{ label: 'Europe', options: ['Spain'] }] },
      { handle: 'el5', label: 'Note', route: { hosts: [{ selector: 'x-field' }], target: 'textarea' } },
    ]);
  });

  it('create handles that last as long as the page', async () => {
    await world.data('elements', 'elements', '-s', session);
    expect(await world.data('hover', 'hover', '--element', 'el1', '-s', session)).toMatchObject({
      hovered: true,
    });
    // A valid handle reaches the browser; an invalid one never leaves the daemon.
    expect(await world.error('hover', '--element', 'el99', '-s', session)).toMatchObject({
      code: 'ELEMENT_HANDLE_NOT_FOUND',
      details: { reason: 'unknown' },
    });
    await go('/other');
    expect(await world.error('hover', '--element', 'el1', '-s', session)).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
    });
    await go('/form');
  });

  it('read one part of the page, and report the count if the selector matches several', async () => {
    const { tree } = await world.data('snapshot', 'snapshot', '--selector', 'fieldset', '-s', session);
    expect(tree).toMatch(/^group "Contact by"\n radio "Mail" \[el\d+\]\n radio "Phone" \[el\d+\]$/);
    expect(await world.error('snapshot', '--selector', 'label', '-s', session)).toMatchObject({
      code: 'SELECTOR_AMBIGUOUS',
      details: { count: 3, selectors: expect.arrayContaining([expect.any(String)]) },
    });
  });

  it.each(SIZES)(
    "of a page with %i elements are smaller than Playwright's and miss no control",
    async (size) => {
      await go(`/shop/${size}`);
      const page = await pageAt(context, pages.url(`/shop/${size}`));
      const { tree, ...rest } = await world.data(
        'snapshot',
        'snapshot',
        '--rows',
        'all',
        '--timeout',
        '60000',
        ...WHOLE,
        '-s',
        session,
      );
      const plain = await page.locator('body').ariaSnapshot({ timeout: 60_000 });
      expect(rest).not.toHaveProperty('truncated');
      expect(tree.length).toBeLessThan(plain.length * 0.75);
      const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
      for (const role of ['button', 'checkbox', 'spinbutton', 'link', 'heading', 'row', 'table']) {
        const mine = count(tree, new RegExp(`^[ -]*${role}\\b`, 'gm'));
        expect(mine, role).toBe(count(plain, new RegExp(`^ *- '?${role}\\b`, 'gm')));
      }
      expect(tree).toContain('of 5 stars');
      expect(tree).not.toContain('never shown');
    },
  );

  it('of 20,000 elements arrive complete in every read', async () => {
    await go('/shop/20000');
    const long = ['--timeout', '60000', ...WHOLE, '-s', session];
    const { text } = await world.data('text', 'text', ...long);
    expect(text).toContain('Item 700');
    const { elements, truncated, total } = await world.data('elements', 'elements', ...long);
    expect(elements).toHaveLength(500);
    expect({ truncated, total }).toEqual({ truncated: true, total: expect.any(Number) });
    expect(elements.filter(({ handle }) => handle !== undefined)).toHaveLength(200);
    const { links } = await world.data('links', 'links', '--limit', '500', ...long);
    expect(links).toHaveLength(500);
    const flat = await world.data('snapshot', 'snapshot', '--interactive-only', ...long);
    expect(flat.nodeCount).toBeGreaterThan(3_000);
    for (const read of [
      ['outline'],
      ['images'],
      ['dom', '--depth', '6'],
      ['inspect', '--selector', 'section'],
    ]) {
      expect((await world.bproxy(...read, ...long)).code, read[0]).toBe(0);
    }
  });
});
