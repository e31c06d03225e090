import type { NextStep } from '@bproxy/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { CLI, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

const SAY = 'onclick="document.title = this.textContent"';

/** A row with a name, and its actions. */
const row = (css: string, actions: string, more = '') =>
  html(
    'Rows',
    `<style>${css}</style><h1>Orders</h1><table><tr id="first"><td>Order 1</td><td>${more}</td>
    <td><span class="actions">${actions}</span></td></tr></table>`,
  );

const DISPLAY = '.actions { display: none } tr:hover .actions { display: inline }';
const FOCUS = '.actions { visibility: hidden } tr:is(:hover, :focus-within) .actions { visibility: visible }';
const OPACITY = '.actions { opacity: 0 } tr:hover .actions, tr:focus-within .actions { opacity: 1 }';
const DELETE = `<button id="delete" ${SAY}>Deleted</button>`;
const LINK = '<a href="#" id="name">Details</a>';

beforeAll(async () => {
  pages = await world.serve({
    '/link': row(DISPLAY, '<a id="edit" href="/edit?order=1&now=it\'s">Edit</a>'),
    '/edit': html('Edit', 'edit'),
    '/menu': row(
      DISPLAY,
      DELETE,
      `<a href="#">Order</a> <button aria-haspopup="menu" onclick="menu.hidden = false">More</button>
      <ul id="menu" role="menu" hidden><li role="menuitem" tabindex="0" ${SAY}>Deleted by the menu</li></ul>`,
    ),
    '/alone': row('.actions { visibility: hidden } tr:hover .actions { visibility: visible }', DELETE),
    '/script': row(
      '.actions { display: none } .on .actions { display: inline }',
      `${DELETE}<script>first.addEventListener('mouseenter', () => first.classList.add('on'))</script>`,
    ),
    '/focus': row(FOCUS, DELETE, LINK),
    '/nested': row(
      '.actions { display: none } tr { &:hover, &:focus-within { .actions { display: inline } } }',
      DELETE,
      LINK,
    ),
    '/opacity': row(OPACITY, DELETE),
    '/untouchable': row(
      `${OPACITY} .actions { pointer-events: none } tr:focus-within .actions { pointer-events: auto }`,
      DELETE,
    ),
    '/outside': row('#delete { position: absolute; left: -9999px } #delete:focus { left: 0 }', DELETE),
    '/hostile': row('.actions { display: none }', DELETE).replace('id="first"', `id="a';touch x;'"`),
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/link'), '--show');
});

afterAll(() => world.close());

const go = (path: string) => world.ok('navigate', 'navigate', '--url', pages.url(path), '-s', session);
const click = (selector: string) => world.ok('click', 'click', '--selector', selector, '-s', session);
const refusal = (selector: string) => world.error('click', '--selector', selector, '-s', session);
const title = async () => (await world.ok('text', 'text', '-s', session)).page.title;

/** Runs the first command of an advice, as it is printed. */
async function follow(advice: NextStep | undefined, exit = 0): Promise<void> {
  const command = /`bproxy ([^`]+)`/.exec(String(advice))?.[1];
  const { code, stdout, stderr } = await world.run('sh', ['-c', `"${process.execPath}" "${CLI}" ${command}`]);
  expect(code, `${advice}\n${stdout}${stderr}`).toBe(exit);
}

describe('an action that only a real pointer reveals', () => {
  it('is refused with the row that reveals it and the address of its link', async () => {
    await go('/link');
    const error = await refusal('#edit');
    expect(error).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      message: expect.stringContaining('while a real pointer is over row "Order 1'),
      details: { reason: 'hidden', revealedBy: { by: 'hover', tag: 'tr', selector: '#first' } },
    });
    await follow(error.suggestedAction);
    expect(await title()).toBe('Edit');
    expect((await world.ok('text', 'text', '-s', session)).page.url).toBe(
      pages.url('/edit?order=1&now=it%27s'),
    );
  });

  it('is refused with the menu of its row', async () => {
    await go('/menu');
    const error = await refusal('#delete');
    expect(error.details).toMatchObject({
      reason: 'hidden',
      controls: [
        { role: 'link', name: 'Order' },
        { role: 'button', name: 'More' },
      ],
    });
    await follow(error.suggestedAction);
    const { tree } = await world.data('snapshot', 'snapshot', '--selector', '#menu', '-s', session);
    const item = /menuitem "Deleted by the menu" \[(el\d+)\]/.exec(tree)?.[1] ?? '';
    await world.ok('click', 'click', '--element', item, '-s', session);
    expect(await title()).toBe('Deleted by the menu');
  });

  it('is left to the user if the row has no other control', async () => {
    await go('/alone');
    const error = await refusal('#delete');
    expect(error).toMatchObject({ details: { reason: 'hidden', revealedBy: { by: 'hover' } } });
    await follow(error.suggestedAction, 1);
    expect(await refusal('#delete')).toMatchObject({ code: 'HUMAN_REQUIRED' });
    await world.ok('session.resume', 'session', 'resume', '-s', session);
  });

  it('puts no page text into a command where a shell would run it', async () => {
    await go('/hostile');
    const error = await refusal('#delete');
    expect(error.details).toMatchObject({ revealedBy: { selector: expect.stringContaining('touch') } });
    expect(error.suggestedAction).toMatch(/^`bproxy hover` with details\.revealedBy /);
    expect(error.suggestedAction).not.toContain('touch');
  });
});

it('an action that a script reveals can be clicked after the hover that the error suggests', async () => {
  await go('/script');
  const error = await refusal('#delete');
  expect(error.details).toMatchObject({ reason: 'hidden', revealedBy: { by: 'hover', selector: '#first' } });
  await follow(error.suggestedAction);
  await click('#delete');
  expect(await title()).toBe('Deleted');
});

it.each(['/focus', '/nested', '/opacity', '/untouchable', '/outside'])(
  'an action that focus reveals is focused, then clicked: %s',
  async (path) => {
    await go(path);
    expect((await click('#delete')).data.clicked).toBe(true);
    expect(await title()).toBe('Deleted');
  },
);
