import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../chaos/random.ts';
import { driveBrowser, workerOf } from '../harness/driven-browser.ts';
import { html, type Pages } from '../harness/pages.ts';
import { TabStrip } from '../harness/tab-strip.ts';
import { CONFIG, until, World } from '../harness/world.ts';
import { Display } from './display.ts';

/** Set it to repeat a run that failed. */
const SEED = Number(process.env['BPROXY_SEED'] ?? Date.now() % 1_000_000);
const LASTS_MS = 60_000;
/** A tab is dragged only once it has been there for a while, as a person's is. */
const SETTLED_MS = 1_500;
/** More would be too narrow in the strip to be hit. */
const MOST_TABS = 3;
const LABELS = ['First', 'Second'];

interface Held {
  secret: string;
  /** The session that may read it and act in it, or null for the user alone. */
  owner: string | null;
}

/** The daemon has to outlive the browser while it is closed. */
const world = new World({ ...CONFIG, browserGraceMs: 60_000 });
const random = seededRandom(SEED);
const sessions: string[] = [];
/** The tabs of the window in the corner of the screen. */
let held: Held[] = [];
/** The secrets of the pages in which something was clicked. */
const clicked: string[] = [];
let pages: Pages;
let display: Display;
let browser: BrowserContext;
let strip: TabStrip;
let made = 0;

beforeAll(async () => {
  pages = await world.serve({
    '/page': (request, response) => {
      const secret = new URL(request.url ?? '/', 'http://x').searchParams.get('s') ?? '';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(html(secret, `<button onclick="fetch('/clicked?s=${secret}')">${secret}</button>`));
    },
    '/clicked': (request, response) => {
      clicked.push(new URL(request.url ?? '/', 'http://x').searchParams.get('s') ?? '');
      response.end();
    },
  });
  display = await Display.open(world);
  await world.install('main');
  await start();
  for (const label of LABELS) {
    sessions.push((await world.data('session.create', 'session', 'create', '--label', label)).session);
  }
});

afterAll(() => world.close());

async function start(...args: string[]): Promise<void> {
  browser = await driveBrowser(world, 'main', { screen: display.env, args });
  await world.connected();
  strip = new TabStrip(await workerOf(browser));
}

const address = (secret: string) => pages.url(`/page?s=${secret}`);
const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)];
const ownedBy = (owner: string | null) => held.filter((each) => each.owner === owner);
const agents = () => held.filter(({ owner }) => owner !== null);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const newSecret = () => {
  made += 1;
  return `secret-${made}-end`;
};

const front = async () => (await strip.tabs()).find(({ active }) => active)?.title ?? '';
const isThere = async (title: string) => (await strip.tabs()).some((tab) => tab.title === title);

async function agentOpens(): Promise<void> {
  if (held.length >= MOST_TABS) return;
  const [session, secret] = [pick(sessions) ?? '', newSecret()];
  await world.data('tab.open', 'tab', 'open', '--url', address(secret), '-s', session);
  await until('the tab is there', () => isThere(secret));
  held.push({ secret, owner: session });
}

/**
 * Retries, because a key may come too soon on a busy machine. Chrome asks before it closes the last tab of a group, and
 * Return confirms.
 */
async function closeByKey(tab: Held): Promise<void> {
  for (let left = 3; await isThere(tab.secret); left -= 1) {
    await display.press(tab.secret, 'ctrl+w');
    await pause(500);
    if (await isThere(tab.secret)) await display.confirm();
    await until('it is closed', async () => !(await isThere(tab.secret)), 5_000).catch((error: unknown) => {
      if (left === 1) throw error;
    });
  }
  held = held.filter((each) => each !== tab);
}

async function closes(tab: Held | undefined): Promise<void> {
  if (!tab) return;
  await display.tab(strip, tab.secret);
  await closeByKey(tab);
}

/** A person may miss: what a drag means depends on where the tab is afterwards. */
async function drags(tab: Held | undefined, to: { x: number; y: number }): Promise<void> {
  if (!tab) return;
  await display.drag(await display.tab(strip, tab.secret), to);
  await pause(SETTLED_MS);
  const groups = await strip.groups();
  const group = groups.find(({ tabs }) => tabs.includes(tab.secret));
  tab.owner = group ? (sessions[LABELS.indexOf(group.title)] ?? null) : null;
}

/** What a user does with keyboard and mouse, each with what it means for the owner. */
const ACTS: Record<string, () => Promise<void>> = {
  async 'opens a tab with Ctrl+T and types an address'() {
    if (held.length >= MOST_TABS) return;
    const secret = newSecret();
    await display.press(await front(), 'ctrl+t');
    await display.goTo('New Tab', address(secret), secret);
    held.push({ secret, owner: null });
  },
  async 'types an address in a tab of the agent'() {
    const tab = pick(agents());
    if (!tab) return;
    await display.tab(strip, tab.secret);
    const secret = newSecret();
    await display.goTo(tab.secret, address(secret), secret);
    Object.assign(tab, { secret, owner: null });
  },
  'drags a tab out of its group': () => drags(pick(agents()), { x: 1_150, y: 22 }),
  async 'drags a tab into a group'() {
    const theirs = pick(agents());
    if (!theirs) return;
    const { x, y } = await display.tab(strip, theirs.secret);
    await drags(pick(ownedBy(null)), { x: x + 90, y });
  },
  'drags a tab into another window': () => drags(pick(held), { x: 600, y: 500 }),
  'closes a tab with Ctrl+W': () => closes(pick(held)),
  async 'closes the browser and opens it again'() {
    await browser.close();
    await start('--restore-last-session');
    await until('the tabs are back', async () => {
      const there = await Promise.all(held.map(({ secret }) => isThere(secret)));
      return there.every(Boolean);
    });
    for (const tab of held) tab.owner = null;
  },
};

/** The mouse aims at a strip with one empty tab and a few others, in the corner of the screen. */
async function tidyUp(): Promise<void> {
  const tabs = await strip.tabs();
  const [blank, ...others] = tabs.filter(({ url }) => url === 'about:blank');
  for (const page of browser
    .pages()
    .filter((each) => each.url() === 'about:blank')
    .slice(0, others.length)) {
    await page.close();
  }
  for (const { title } of tabs.filter(({ windowId }) => windowId !== blank?.windowId)) {
    const tab = held.find(({ secret }) => secret === title);
    if (!tab) continue;
    await display.activate(await display.windowOf(title));
    await closeByKey(tab);
  }
}

/** Everything that the agent can learn in a session, tab by tab. It also clicks in each. */
async function everything(session: string): Promise<string> {
  const list = await world.bproxy('tab', 'list', '-s', session);
  const seen = [list.stdout];
  for (const [, tab = ''] of list.stdout.matchAll(/"tab":"(t\d+)"/g)) {
    await world.bproxy('session', 'bind', '--tab', tab, '-s', session);
    seen.push((await world.bproxy('snapshot', '-s', session)).stdout);
    await world.bproxy('click', '--selector', 'button', '--wait', '0', '-s', session);
  }
  return seen.join('\n');
}

const secretsIn = (text: string) => [...new Set(text.match(/secret-\d+-end/g) ?? [])].sort();
const secretsOf = (session: string) => ownedBy(session).map(({ secret }) => secret);
const story = [`seed ${SEED}`];
let reads = 0;

/** Until the user's act has settled, the agent may see the tabs that it had before. It never sees any others. */
async function check(what: string, before = new Map<string, string[]>()): Promise<void> {
  story.push(`${what}: ${JSON.stringify(held.map(({ secret, owner }) => [secret, owner]))}`);
  for (const session of sessions) {
    const wanted = secretsOf(session).sort();
    const known = [...(before.get(session) ?? wanted), ...wanted];
    await until(`${session} has ${wanted}\n${story.join('\n')}`, async () => {
      const already = clicked.length;
      const seen = secretsIn(await everything(session));
      expect(known, story.join('\n')).toEqual(expect.arrayContaining(seen));
      expect(known, story.join('\n')).toEqual(expect.arrayContaining(clicked.slice(already)));
      reads += seen.length;
      return seen.join() === wanted.join();
    });
  }
}

it('nothing that a user does with keyboard and mouse lets the agent into a tab of theirs', async () => {
  const end = Date.now() + LASTS_MS;
  await ACTS['opens a tab with Ctrl+T and types an address']?.();
  for (const _each of sessions) await agentOpens();
  // Each act once, then at random.
  const waiting = Object.keys(ACTS);
  while (Date.now() < end || waiting.length > 0) {
    await tidyUp();
    await pause(SETTLED_MS);
    const at = Math.floor(random() * waiting.length);
    const name = waiting.splice(at, 1)[0] ?? pick(Object.keys(ACTS)) ?? '';
    if (agents().length < 2) {
      const mine = pick(ownedBy(null));
      if (held.length >= MOST_TABS && mine) await closes(mine);
      await agentOpens();
    }
    await pause(SETTLED_MS);
    const before = new Map(sessions.map((session) => [session, secretsOf(session)]));
    await ACTS[name]?.().catch(async (error: unknown) => {
      const tabs = JSON.stringify(await strip.tabs());
      throw new Error(`${name}: ${String(error)}\n${story.join('\n')}\n${tabs}`);
    });
    await check(name, before);
  }
  expect(reads).toBeGreaterThan(2);
  expect(clicked.length).toBeGreaterThan(2);
}, 240_000);
