import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

const FORM = '<main id="main"><form aria-label="Order"><label>Street <input></label></form></main>';
const closing = (id: string, then: string) =>
  `<button onclick="${then}; document.getElementById('${id}').remove()">Accept</button>`;

beforeAll(async () => {
  pages = await world.serve({
    '/native': html(
      'Native',
      `${FORM}<dialog id="ask" aria-label="Cookies"><button onclick="this.parentElement.close()">Accept</button></dialog>
      <script>ask.showModal()</script>`,
    ),
    '/inert': html(
      'Inert',
      `${FORM.replace('<main', '<main inert')}<div id="ask" role="dialog" aria-modal="true" aria-label="Cookies">
        ${closing('ask', 'main.inert = false')}</div>`,
    ),
    '/unmarked': html(
      'Unmarked',
      `${FORM.replace('<main', '<main inert')}<div id="ask" role="dialog" aria-label="Cookies">
        ${closing('ask', 'main.inert = false')}</div>`,
    ),
    '/component': html(
      'Component',
      `${FORM.replace('<main', '<main inert')}<x-ask id="ask"></x-ask><script>
        const root = ask.attachShadow({ mode: 'open' });
        root.innerHTML = '<div role="dialog" aria-modal="true" aria-label="Cookies"><button>Accept</button></div>';
        const button = root.querySelector('button');
        button.onclick = () => { main.inert = false; ask.remove() };
        button.focus();
      </script>`,
    ),
    '/beside': html(
      'Beside',
      `${FORM}<div role="dialog" aria-label="Chat"><i aria-hidden="true">x</i><button>Ask</button></div>
      <div role="dialog" aria-modal="true" aria-label="Closed" style="display: none"><button>Never</button></div>`,
    ),
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/native'));
});

afterAll(() => world.close());

const go = (path: string) => world.ok('navigate', 'navigate', '--url', pages.url(path), '-s', session);

describe('an open modal dialog', () => {
  it.each(['/native', '/inert', '/unmarked', '/component'])(
    'is named by every read of controls: %s',
    async (path) => {
      await go(path);
      const modal = { role: 'dialog', name: 'Cookies', note: expect.stringContaining('until it is closed') };
      const form = await world.data('elements', 'elements', '--form', '-s', session);
      expect(form.modal).toMatchObject(modal);
      if (path !== '/native') expect(form.elements).toEqual([]);
      const all = await world.data('elements', 'elements', '-s', session);
      expect(all.modal).toMatchObject(modal);
      expect(all.elements[0]).toMatchObject({ label: 'Accept', inDialog: true });
      const part = await world.data('snapshot', 'snapshot', '--selector', '#main', '-s', session);
      expect(part.modal).toMatchObject(modal);

      const whole = await world.data('snapshot', 'snapshot', '-s', session);
      expect(whole.modal).toMatchObject(modal);
      const accept = /button "Accept".* \[(el\d+)\]/.exec(whole.tree)?.[1] ?? '';
      await world.ok('click', 'click', '--element', accept, '-s', session);
      const after = await world.data('elements', 'elements', '--form', '-s', session);
      expect(after).not.toHaveProperty('modal');
      expect(after.elements).toMatchObject([{ label: 'Street' }]);
    },
  );

  it.each(['/native', '/inert'])('is named by an action on an element behind it: %s', async (path) => {
    await go(path);
    for (const act of [['click'], ['fill', '--value', 'x', '--method', 'paste', '--world', 'isolated']]) {
      const { details } = await world.error(...act, '--selector', '#main input', '-s', session);
      expect(details).toMatchObject({
        reason: 'inert',
        modal: { role: 'dialog', name: 'Cookies', selector: '#ask' },
      });
    }
    const inside = await world.data('snapshot', 'snapshot', '--selector', '#ask', '-s', session);
    expect(inside.tree).toContain('button "Accept"');
    expect(inside).not.toHaveProperty('modal');
  });
});

it('a dialog that hides nothing or is not open is not reported as modal', async () => {
  await go('/beside');
  expect(await world.data('elements', 'elements', '--form', '-s', session)).not.toHaveProperty('modal');
  expect(await world.data('snapshot', 'snapshot', '-s', session)).not.toHaveProperty('modal');
});
