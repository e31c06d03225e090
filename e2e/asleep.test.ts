import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, openPopup, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const none = { min: 0, max: 0 };
const pacing = { human: { navigate: none, scroll: none, interaction: none, fill: none } };
const world = new World({ browserGraceMs: 60_000, hiddenTabs: 'allow', pacing });
let pages: Pages;
let context: BrowserContext;
let session: string;
/** Every POST that the server got. */
const posted: string[] = [];

beforeAll(async () => {
  pages = await world.serve({
    '/work': html(
      'Work',
      `<p>the work</p><button id="go" onclick="document.title = 'Clicked'">Go</button>
       <form method="post" action="/paid"><input name="sum" value="9"><button id="pay">Pay</button></form>`,
    ),
    '/front': html('Front', '<p>in front</p>'),
    '/paid': (request, response) => {
      if (request.method === 'POST') posted.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      response.end(html('Paid', `<p>${request.method}</p>`));
    },
  });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
});

afterAll(() => world.close());

beforeEach(async () => {
  posted.length = 0;
  ({ session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/work')));
  await world.data('tab.open', 'tab', 'open', '--url', pages.url('/front'), '-s', session);
  await world.data('session.bind', 'session', 'bind', '--tab', 't1', '-s', session);
  await front();
  return async () => void (await world.bproxy('session', 'close', '-s', session));
});

const inWorker = async <T>(code: string): Promise<T> =>
  (await workerOf(context)).evaluate<T>(`(async () => { ${code} })()`);
const idAt = (path: string) =>
  inWorker<number>(
    `return (await chrome.tabs.query({})).find(({ url }) => url === ${JSON.stringify(pages.url(path))}).id`,
  );
const here = (...words: string[]) => [...words, '-s', session];
const text = async () => (await world.data('text', ...here('text'))).text;
const tabs = async () => (await world.data('tab.list', ...here('tab', 'list'))).tabs;
const activeTitle = () => inWorker<string>(`return (await chrome.tabs.query({ active: true }))[0].title`);

/** The user looks at the other tab. */
const front = async () => {
  await inWorker(`await chrome.tabs.update(${await idAt('/front')}, { active: true })`);
};

/** As Chrome does when memory is short, which it does not while a session owns the tab. Returns old and new id. */
async function discard(path: string): Promise<[number, number]> {
  const before = await idAt(path);
  const now = await inWorker<number>(`return (await chrome.tabs.discard(${before})).id`);
  return [before, now];
}

const ASLEEP = {
  code: 'TAB_ASLEEP',
  category: 'target',
  retry: 'conditional',
  suggestedAction: expect.stringContaining('bproxy tab wake -s '),
};

describe('a tab that Chrome has unloaded', () => {
  it('answers TAB_ASLEEP, is still listed, and works again after tab wake, in the background', async () => {
    const { elements } = await world.data('elements', ...here('elements'));
    const handle = elements[0]?.handle ?? '';
    const [before, now] = await discard('/work');
    expect(now).not.toBe(before);
    for (const words of [
      ['text'],
      ['snapshot'],
      ['screenshot'],
      ['screenshot', '--activate'],
      ['click', '--selector', '#go'],
      ['wait', '--strategy', 'selector', '--target', 'p'],
    ]) {
      expect(await world.error(...here(...words)), words.join(' ')).toMatchObject(ASLEEP);
    }
    expect(await world.error(...here('click', '--element', handle))).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { reason: 'asleep' },
    });
    expect(await tabs()).toMatchObject([
      { tab: 't1', url: pages.url('/work'), bound: true },
      { tab: 't2', url: pages.url('/front') },
    ]);
    const woken = { tab: 't1', woken: true, url: pages.url('/work'), title: 'Work' };
    expect(await world.data('tab.wake', ...here('tab', 'wake'))).toEqual(woken);
    expect(await activeTitle()).toBe('Front');
    expect(await text()).toContain('the work');
    await world.data('click', ...here('click', '--selector', '#go'));
    await until('the list shows it', async () => (await tabs())[0]?.title === 'Clicked');
    expect((await tabs())[1]?.title).toBe('Front');
    expect(await world.data('tab.wake', ...here('tab', 'wake', '--tab', 't1'))).toEqual({
      ...woken,
      woken: false,
      title: 'Clicked',
    });
  });

  it('can be navigated and closed without being woken', async () => {
    await discard('/work');
    await world.data('navigate', ...here('navigate', '--url', pages.url('/paid')));
    expect(await text()).toBe('GET');
    await discard('/paid');
    expect(await world.data('tab.close', ...here('tab', 'close'))).toEqual({ tab: 't1', closed: true });
    expect(await tabs()).toMatchObject([{ tab: 't2' }]);
  });

  it('is closed with its session', async () => {
    await discard('/work');
    expect(await world.data('session.close', ...here('session', 'close'))).toEqual({
      session,
      closedTabs: 2,
    });
  });

  it('ends a request that was running in it', async () => {
    const sent = () => world.log().filter((line) => line['event'] === 'forwarded').length;
    const before = sent();
    const waiting = world.error(
      ...here('wait', '--strategy', 'selector', '--target', '#never', '--timeout', '20000'),
    );
    await until('the wait runs', () => sent() > before);
    await discard('/work');
    expect(await waiting).toMatchObject(ASLEEP);
    expect(await tabs()).toHaveLength(2);
  });

  it('is known after a restart of the worker and of the daemon', async () => {
    await discard('/work');
    const { daemon, clients } = await world.status();
    // The popup wakes the worker that ends here.
    const popup = await openPopup(context);
    const debug = await context.newCDPSession(popup);
    await debug.send('ServiceWorker.enable');
    await debug.send('ServiceWorker.stopAllWorkers');
    await until('a new worker is connected', async () => {
      const [client] = (await world.status()).clients;
      return (client?.connectedAt ?? 0) > (clients[0]?.connectedAt ?? 0);
    });
    await popup.close();
    expect(await world.error(...here('text'))).toMatchObject(ASLEEP);
    process.kill(daemon.pid, 'SIGKILL');
    await world.connected();
    expect(await world.error(...here('text'))).toMatchObject(ASLEEP);
    expect(await world.data('tab.wake', ...here('tab', 'wake'))).toMatchObject({ woken: true });
    expect(await text()).toContain('the work');
  });

  it('is followed although the daemon was away', async () => {
    const { daemon } = await world.status();
    process.kill(daemon.pid, 'SIGSTOP');
    await discard('/work');
    process.kill(daemon.pid, 'SIGKILL');
    await world.connected();
    expect(await world.error(...here('text'))).toMatchObject(ASLEEP);
    expect(await world.data('tab.wake', ...here('tab', 'wake'))).toMatchObject({ tab: 't1', woken: true });
    expect(await text()).toContain('the work');
  });

  it('keeps its session paused until the user has opened it', async () => {
    await world.error(...here('require-human', '--reason', 'Look'));
    await discard('/work');
    expect(await world.error(...here('session', 'resume'))).toMatchObject({
      code: 'TAB_ASLEEP',
      suggestedAction: expect.stringContaining('Ask the user to open the tab'),
    });
    expect(await world.error(...here('tab', 'wake'))).toMatchObject({ code: 'HUMAN_REQUIRED' });
    await inWorker(`await chrome.tabs.update(${await idAt('/work')}, { active: true })`);
    await until('it is loaded', async () => (await world.bproxy(...here('session', 'resume'))).code === 0);
    expect(await text()).toContain('the work');
  });

  it('is not loaded again if it shows the result of a form', async () => {
    await world.data('click', ...here('click', '--selector', '#pay'));
    expect(await text()).toBe('POST');
    expect(posted).toHaveLength(1);
    await discard('/paid');
    expect(await world.error(...here('tab', 'wake'))).toMatchObject({
      code: 'WOULD_RESUBMIT',
      category: 'policy',
      retry: 'never',
      suggestedAction: expect.stringContaining(`bproxy navigate --url ${pages.url('/paid')} -s ${session}`),
      details: { url: pages.url('/paid') },
    });
    expect(await world.error(...here('text'))).toMatchObject(ASLEEP);
    expect(posted).toHaveLength(1);
    await world.data('navigate', ...here('navigate', '--url', pages.url('/paid')));
    expect(await text()).toBe('GET');
    await discard('/paid');
    expect(await world.data('tab.wake', ...here('tab', 'wake'))).toMatchObject({ woken: true });
    expect(posted).toHaveLength(1);
  });
});

describe('Chrome', () => {
  it('sends a form again when its unloaded result is loaded again under a debugger', async () => {
    await world.data('click', ...here('click', '--selector', '#pay'));
    const [, id] = await discard('/paid');
    await inWorker(`await chrome.tabs.reload(${id})`);
    await until('it was sent again', () => posted.length === 2);
  });

  it('spares the tabs of a session, and only as long as it has them', async () => {
    const spared = async (path: string) =>
      !(await inWorker<boolean>(`return (await chrome.tabs.get(${await idAt(path)})).autoDiscardable`));
    const worker = await context.newPage();
    // A new page of the user is not ours.
    expect(await inWorker(`return (await chrome.tabs.query({ autoDiscardable: false })).length`)).toBe(2);
    await worker.close();
    expect(await spared('/work')).toBe(true);
    await discard('/work');
    expect(await spared('/work')).toBe(true);
    await world.bproxy('service', 'stop');
    await world.bproxy('service', 'start');
    await world.connected();
    await until('it is no longer spared', async () => !(await spared('/work')));
    await inWorker(`await chrome.tabs.remove(${await idAt('/work')})`);
  });
});
