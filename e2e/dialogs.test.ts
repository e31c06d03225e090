import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const ASKING = ['alert', 'confirm', 'prompt'] as const;
const KNOWN = expect.stringContaining('since the last command');

const buttons = ASKING.map(
  (ask) => `<button id="${ask}" onclick="shown.textContent = ${ask}('?')">?</button>`,
);

const PAGES = {
  '/': html('Home', `<p id="shown">nothing</p>${buttons.join('')}`),
  '/next': html('Next', '<p>next</p>'),
  '/timed': html(
    'Timed',
    `<button onclick="shown.textContent = 'clicked'">Count</button><p id="shown">not clicked</p>
     <script>addEventListener('load', () => setTimeout(() => { document.title = 'Asking'; alert('?') }, 500))</script>`,
  ),
  '/at-load': html('At load', '<script>alert("?")</script><p>after</p>'),
  '/guarded': html(
    'Guarded',
    `<p>words</p><script>addEventListener('beforeunload', (event) => event.preventDefault())</script>`,
  ),
};

// Without a debugger: with one, Chrome shows no dialogs of its own.
describe('an open dialog', () => {
  const world = new World();
  let pages: Pages;
  let session: string;

  beforeAll(async () => {
    pages = await world.serve(PAGES);
    await world.startBrowser();
    await world.connected();
  });
  afterEach(() => world.bproxy('session', 'close', '-s', session));
  afterAll(() => world.close());

  const open = async (path: string, ...more: string[]) => {
    ({ session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url(path), '--show', ...more));
  };
  const words = async () => (await world.data('text', 'text', '-s', session)).text;

  /** Chrome answers the dialogs of a tab with No when another tab covers it. */
  const cover = async () => {
    await world.data('tab.open', 'tab', 'open', '--url', pages.url('/next'), '--show', '-s', session);
    await world.data('session.bind', 'session', 'bind', '--tab', 't1', '-s', session);
  };

  it.each(ASKING)(
    '(%s) is reported by the click before its deadline, and by every later command at once',
    async (ask) => {
      await open('/');
      const click = ['click', '--selector', `#${ask}`, '-s', session];
      expect(await world.error(...click, '--timeout', '4000')).toMatchObject({
        code: 'DIALOG_OPEN',
        message: expect.stringContaining('The action was done'),
        suggestedAction: expect.stringContaining('Ask the user to answer the dialog'),
      });
      for (const command of [['text'], ['snapshot'], ['elements'], ['click', '--selector', 'p']]) {
        expect(await world.error(...command, '-s', session)).toMatchObject({
          code: 'DIALOG_OPEN',
          message: KNOWN,
        });
      }
      await cover();
      await until('the dialog is closed', async () => (await words()).includes('nothing') === false);
    },
  );

  it('is closed by navigate, as the suggested next step says', async () => {
    await open('/');
    const error = await world.error('click', '--selector', '#confirm', '--timeout', '4000', '-s', session);
    expect(error.suggestedAction).toContain('bproxy navigate');
    const { title } = await world.data('navigate', 'navigate', '--url', pages.url('/next'), '-s', session);
    expect(title).toBe('Next');
    expect(await words()).toBe('next');
  });

  it.each([
    ['text', ['text'], 'Nothing was read'],
    ['click', ['click', '--selector', 'button'], 'Nothing was done'],
    ['wait', ['wait', '--strategy', 'selector', '--target', '#never'], 'does not answer'],
  ])(
    'that opened by itself is reported by the first %s, which does nothing later',
    async (_what, command, message) => {
      await open('/timed');
      await until('it asks', async () => {
        const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
        return tabs.some(({ title }) => title === 'Asking');
      });
      expect(await world.error(...command, '--timeout', '4000', '-s', session)).toMatchObject({
        code: 'DIALOG_OPEN',
        message: expect.stringContaining(message),
      });
      await cover();
      expect(await words()).toContain('not clicked');
    },
  );

  it('that a page shows while it loads ends navigate with an error', async () => {
    await open('/');
    const command = ['navigate', '--url', pages.url('/at-load'), '--timeout', '6000', '-s', session];
    expect(await world.error(...command)).toMatchObject({
      code: 'DIALOG_OPEN',
      message: expect.stringContaining('The new page'),
    });
  });
});

// With a debugger, because only a real click lets a page ask before it is left. It holds the page as Chrome does.
describe('a page that asks before it is left', () => {
  const world = new World();
  let pages: Pages;
  let context: BrowserContext;

  beforeAll(async () => {
    pages = await world.serve(PAGES);
    await world.install('main');
    context = await driveBrowser(world);
    await world.connected();
  });
  afterAll(() => world.close());

  async function guarded(): Promise<{ session: string; page: Page; asked: () => Dialog | undefined }> {
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/guarded'), '--show');
    const page = await pageAt(context, pages.url('/guarded'));
    let dialog: Dialog | undefined;
    page.on('dialog', (shown) => {
      dialog = shown;
    });
    await page.click('p');
    return { session, page, asked: () => dialog };
  }

  it('ends navigate with DIALOG_OPEN and leaves the decision to the user', async () => {
    const { session, asked } = await guarded();
    const command = ['navigate', '--url', pages.url('/next'), '--timeout', '6000', '-s', session];
    expect(await world.error(...command)).toMatchObject({
      code: 'DIALOG_OPEN',
      message: expect.stringContaining('whether it may be left'),
    });
    expect(asked()?.type()).toBe('beforeunload');
    await asked()?.accept();
    const url = ['--strategy', 'navigation', '--target', pages.url('/next'), '--timeout', '20000'];
    expect((await world.data('wait', 'wait', ...url, '-s', session)).matched).toBe(true);
    await world.bproxy('session', 'close', '-s', session);
  });

  it('ends tab close with DIALOG_OPEN', async () => {
    const { session, asked } = await guarded();
    expect(await world.error('tab', 'close', '--timeout', '6000', '-s', session)).toMatchObject({
      code: 'DIALOG_OPEN',
      message: expect.stringContaining('did not close'),
    });
    await asked()?.accept();
    await until('the tab is closed', async () => {
      const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
      return tabs.length === 0;
    });
    await world.bproxy('session', 'close', '-s', session);
  });
});
