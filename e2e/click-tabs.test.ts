import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

// Without a debugger: Playwright makes every tab report that it is visible.
const world = new World();
let pages: Pages;

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Start',
      `<a id="blank" href="/next" target="_blank">New tab</a>
       <button id="ask" onclick="alert('Really?')">Ask</button><button id="other">Other</button>`,
    ),
    '/next': html('Next', '<p>arrived</p>'),
  });
  await world.startBrowser();
  await world.connected();
});

afterAll(() => world.close());

const open = (...more: string[]) => world.data('tab.open', 'tab', 'open', '--url', pages.url('/'), ...more);

describe('a click', () => {
  it('is refused in a background tab, with the next step', async () => {
    const { session } = await open();
    await open('-s', session);
    await world.data('session.bind', 'session', 'bind', '--tab', 't1', '-s', session);
    for (const action of ['click', 'hover']) {
      const error = await world.error(action, '--selector', '#other', '-s', session);
      expect(error).toMatchObject({ code: 'TAB_NOT_VISIBLE' });
      expect(error.suggestedAction).toContain('bring the tab to the front');
    }
    await world.bproxy('session', 'close', '-s', session);
  });

  it('names the tab that it opened, which joins the session', async () => {
    const { session } = await open();
    const { data } = await world.ok('click', 'click', '--selector', '#blank', '-s', session);
    expect(data).toMatchObject({ clicked: true, openedTabs: ['t2'] });
    await until('the new tab has its title', async () => {
      const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
      return tabs.some(({ tab, title }) => String(tab) === 't2' && title === 'Next');
    });
    await world.data('session.bind', 'session', 'bind', '--tab', 't2', '-s', session);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'arrived' });
    expect(await world.data('session.close', 'session', 'close', '-s', session)).toMatchObject({
      closedTabs: 2,
    });
  });

  it('does not hang on a dialog, but reports that it is open', async () => {
    const { session } = await open();
    const error = await world.error('click', '--selector', '#ask', '-s', session);
    expect(error).toMatchObject({ code: 'DIALOG_OPEN' });
    expect(error.suggestedAction).toContain('answer the dialog');
    await world.bproxy('session', 'close', '-s', session);
  });
});
