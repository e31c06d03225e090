import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, pageAt, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const OBJECTS = '<script>addEventListener("beforeunload", (event) => event.preventDefault())</script>';
const GUARDED = {
  'prevents it': `<p>words</p>${OBJECTS}`,
  'returns a text': '<p>words</p><script>onbeforeunload = () => "Stay?"</script>',
  'has a frame that objects': '<iframe src="/frame" width="300" height="200"></iframe>',
};
/** The ways in which a click leads to another page. */
const LEAVES = {
  link: '<a id="go" href="/next">Next</a>',
  script: '<button id="go" onclick="location.href = \'/next\'">Next</button>',
  'later script': '<button id="go" onclick="setTimeout(() => location.assign(\'/next\'), 5)">Next</button>',
  form: '<form action="/next"><button id="go">Next</button></form>',
  'form that is posted': '<form action="/next" method="post"><button id="go">Next</button></form>',
};

const world = new World();
let pages: Pages;
let context: BrowserContext;
let user: Page;
let count = 0;

beforeAll(async () => {
  const part = '<a id="go" href="#part">Part</a>';
  const leaving = Object.entries({ ...LEAVES, 'a part': part }).map(
    ([name, body]) => [name, `<p>words</p>${body}${OBJECTS}`] as const,
  );
  const guarded = [...Object.entries(GUARDED), ...leaving].map(([name, body]) => [
    `/${encodeURIComponent(name)}`,
    html('Guarded', body),
  ]);
  pages = await world.serve({
    ...Object.fromEntries(guarded),
    '/frame': html('Frame', `<p>words</p>${OBJECTS}`),
    '/user': html('User', '<input>'),
    '/next': html('Next', '<p>next</p>'),
  });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
  user = await context.newPage();
  await user.goto(pages.url('/user'));
});

// The tabs that stay open are part of what is tested.
afterEach(async () => {
  for (const page of context.pages().filter((each) => each !== user)) await page.close();
});
afterAll(() => world.close());

const inWorker = async <T>(code: string): Promise<T> =>
  (await workerOf(context)).evaluate<T>(`(async () => { ${code} })()`);
const activeTitle = () => inWorker<string>('return (await chrome.tabs.query({ active: true }))[0].title');

/** How often another tab came to the front: a look before and after would miss a tab that came and went. */
const countActivations = () =>
  inWorker(`globalThis.activations = 0;
    globalThis.counting ??= chrome.tabs.onActivated.addListener(() => { globalThis.activations += 1 }) ?? true`);
const activations = () => inWorker<number>('return globalThis.activations');

interface Guarded {
  session: string;
  url: string;
  page: Page;
  asked: Dialog[];
}

/** A tab of a session in which the user has clicked, before they went on to another tab. */
async function guarded(name = 'prevents it'): Promise<Guarded> {
  count += 1;
  const url = pages.url(`/${encodeURIComponent(name)}?${count}`);
  const { session } = await world.data('tab.open', 'tab', 'open', '--url', url);
  const page = await pageAt(context, url);
  const asked: Dialog[] = [];
  page.on('dialog', (dialog) => asked.push(dialog));
  const frame = page.frames().find((each) => each.url() === pages.url('/frame')) ?? page;
  await frame.click('p');
  await user.bringToFront();
  await until('the user is elsewhere', async () => (await activeTitle()) === 'User');
  await countActivations();
  return { session, url, page, asked };
}

const WOULD_ASK = {
  code: 'WOULD_ASK_USER',
  category: 'policy',
  retry: 'conditional',
  message: expect.stringContaining('Nothing was done'),
};

describe('a background page that would ask the user before it is left', () => {
  it.each(Object.keys(GUARDED).filter((name): name is keyof typeof GUARDED => name in GUARDED))(
    'is not navigated away from if it %s',
    async (name) => {
      const { session, asked } = await guarded(name);
      const command = ['navigate', '--url', pages.url('/next'), '-s', session];
      expect(await world.error(...command)).toMatchObject({
        ...WOULD_ASK,
        suggestedAction: expect.stringContaining(`bproxy tab open --url URL -s ${session}`),
      });
      expect(await world.error('tab', 'close', '-s', session)).toMatchObject(WOULD_ASK);
      expect(asked).toEqual([]);
      expect(await activations()).toBe(0);
      expect(await activeTitle()).toBe('User');
      const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
      expect(tabs).toMatchObject([{ tab: 't1', title: 'Guarded' }]);
      await world.bproxy('session', 'close', '-s', session);
    },
  );

  it('stays open when its session ends, and is the user’s then', async () => {
    const { session, page, asked } = await guarded();
    expect(await world.data('session.close', 'session', 'close', '-s', session)).toEqual({
      session,
      closedTabs: 0,
      failedTabs: ['t1'],
    });
    await until('it is not ours any more', async () =>
      inWorker<boolean>('return (await chrome.storage.session.get("ownedTabs")).ownedTabs.length === 0'),
    );
    expect(asked).toEqual([]);
    expect(await activations()).toBe(0);
    expect(page.isClosed()).toBe(false);
  });

  it('can still be read, and moved to another part of itself', async () => {
    const { session, url } = await guarded();
    const part = `${url}#part`;
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'words' });
    expect(await world.data('navigate', 'navigate', '--url', part, '-s', session)).toMatchObject({
      url: part,
      sameDocument: true,
    });
    expect(await activations()).toBe(0);
    await world.bproxy('session', 'close', '-s', session);
  });
});

describe('a click in a background page that would ask the user', () => {
  it.each(Object.keys(LEAVES))('leads nowhere by a %s, and says so', async (name) => {
    const { session, url, asked } = await guarded(name);
    const words = ['click', '--selector', '#go', '-s', session];
    expect(await world.error(...words)).toMatchObject({
      code: 'WOULD_ASK_USER',
      message: expect.stringContaining('The action was done'),
      details: { url: pages.url('/next') + (name === 'form' ? '?' : '') },
    });
    expect(asked).toEqual([]);
    expect(await activations()).toBe(0);
    const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
    expect(tabs).toMatchObject([{ url }]);
    await world.bproxy('session', 'close', '-s', session);
  });

  it('still leads to another part of the page', async () => {
    const { session, url } = await guarded('a part');
    const { effect } = await world.data('click', 'click', '--selector', '#go', '-s', session);
    expect(effect.seen).toBe('navigation');
    const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
    expect(tabs).toMatchObject([{ url: `${url}#part` }]);
    await world.bproxy('session', 'close', '-s', session);
  });

  it('leads to the next page once the user sees the question', async () => {
    const { session, page, asked } = await guarded('link');
    await page.bringToFront();
    page.on('dialog', (dialog) => void dialog.accept());
    await world.bproxy('click', '--selector', '#go', '-s', session);
    expect(asked).toHaveLength(1);
    await until('it has moved on', async () => page.url() === pages.url('/next'));
    await world.bproxy('session', 'close', '-s', session);
  });
});

describe('a background page that would not ask', () => {
  it('is left, because the user never used it', async () => {
    const url = pages.url(`/${encodeURIComponent('prevents it')}`);
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', url);
    await user.bringToFront();
    await countActivations();
    await world.data('navigate', 'navigate', '--url', pages.url('/next'), '-s', session);
    expect(await world.data('tab.close', 'tab', 'close', '-s', session)).toMatchObject({ closed: true });
    expect(await activations()).toBe(0);
    await world.bproxy('session', 'close', '-s', session);
  });
});

// Why the check is there.
describe('Chrome itself', () => {
  it.each([
    ['update', (id: number) => `chrome.tabs.update(${id}, { url: ${JSON.stringify(pages.url('/next'))} })`],
    ['reload', (id: number) => `chrome.tabs.reload(${id})`],
    ['remove', (id: number) => `chrome.tabs.remove(${id})`],
  ])('brings the page to the front for tabs.%s', async (_, call) => {
    const { session, url, asked } = await guarded();
    const id = await inWorker<number>(
      `return (await chrome.tabs.query({})).find((tab) => tab.url === ${JSON.stringify(url)}).id`,
    );
    await inWorker(`void ${call(id)}`);
    await until('it asks', () => asked.length > 0);
    expect(asked[0]?.type()).toBe('beforeunload');
    expect(await activations()).toBeGreaterThan(0);
    expect(await activeTitle()).toBe('Guarded');
    await asked[0]?.accept();
    await world.bproxy('session', 'close', '-s', session);
  });
});
