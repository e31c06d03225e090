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
       <button id="ask" onclick="alert('Really?')">Ask</button><button id="other">Other</button>
       <form action="/next?old=1" target="_blank"><input name="q" value="a & b"><button id="search" name="by" value="date">Search</button></form>
       <a id="prevented" href="/next" target="_blank" onclick="event.preventDefault()">No</a>
       <a id="frame" href="/next" target="inner">In a frame</a><iframe name="inner"></iframe>
       <a id="same" href="#here" target="_self">Here</a>
       <a id="named" href="/next" target="help">Help</a>
       <button id="script" onclick="blank.click()">By a script</button>
       <a id="opener" href="/opener" target="_blank" rel="opener">With an opener</a>
       <div id="shadow" style="display: inline-block"></div>
       <script>
         shadow.attachShadow({ mode: 'open' }).innerHTML = '<a href="/next" target="_blank">In a shadow root</a>';
       </script>`,
    ),
    '/base': html('Base', '<base target="_blank"><a id="base" href="/next">Next</a>'),
    '/opener': html(
      'Opener',
      `<p></p><script>document.querySelector('p').textContent = window.opener ? 'has an opener' : 'has none'</script>`,
    ),
    '/next': html('Next', '<p>arrived</p>'),
  });
  await world.startBrowser();
  await world.connected();
});

afterAll(() => world.close());

const open = (...more: string[]) => world.data('tab.open', 'tab', 'open', '--url', pages.url('/'), ...more);

describe('a click', () => {
  it('takes the address of a new tab with the fields of its form', async () => {
    const { session } = await open();
    const { data } = await world.ok('click', 'click', '--selector', '#search', '-s', session);
    expect(data).toMatchObject({ clicked: true, openedTabs: ['t2'] });
    const wanted = pages.url('/next?q=a+%26+b&by=date');
    await until('the new tab has its address', async () => {
      const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
      return tabs.some(({ tab, url }) => String(tab) === 't2' && url === wanted);
    });
    await world.bproxy('session', 'close', '-s', session);
  });

  it.each(['prevented', 'frame', 'same'])('opens no tab where the page opens none: %s', async (id) => {
    const { session } = await open();
    const { data } = await world.ok('click', 'click', '--selector', `#${id}`, '-s', session);
    expect(data).not.toHaveProperty('openedTabs');
    const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
    expect(tabs).toHaveLength(1);
    await world.bproxy('session', 'close', '-s', session);
  });

  it.each(['base', 'named', 'shadow', 'script'])('opens the new tab in the background: %s', async (id) => {
    const { session } = await open();
    if (id === 'base') await world.data('navigate', 'navigate', '--url', pages.url('/base'), '-s', session);
    const { data } = await world.ok('click', 'click', '--selector', `#${id}`, '-s', session);
    expect(data).toMatchObject({ openedTabs: ['t2'] });
    await world.data('session.bind', 'session', 'bind', '--tab', 't2', '-s', session);
    await world.data('wait', 'wait', '--strategy', 'selector', '--target', 'p', '-s', session);
    const { page } = await world.ok('text', 'text', '-s', session);
    expect(page).toMatchObject({ url: pages.url('/next'), visibility: 'hidden' });
    await world.bproxy('session', 'close', '-s', session);
  });

  it('leaves the new tab to Chrome after tab show, so that it has its opener', async () => {
    const { session } = await open('--show');
    const { data } = await world.ok('click', 'click', '--selector', '#opener', '-s', session);
    expect(data).toMatchObject({ openedTabs: ['t2'] });
    await world.data('session.bind', 'session', 'bind', '--tab', 't2', '-s', session);
    await world.data('wait', 'wait', '--strategy', 'selector', '--target', 'p', '-s', session);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'has an opener' });
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
    const { session } = await open('--show');
    const error = await world.error('click', '--selector', '#ask', '-s', session);
    expect(error).toMatchObject({
      code: 'DIALOG_OPEN',
      suggestedAction: expect.stringContaining(`bproxy dialog dismiss -s ${session}`),
    });
    await world.bproxy('session', 'close', '-s', session);
  });
});
