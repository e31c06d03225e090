import type { BrowserContext, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from './chaos/random.ts';
import { driveBrowser, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

/** Set it to repeat a run that failed. */
const SEED = Number(process.env['BPROXY_SEED'] ?? Date.now() % 1_000_000);
const LASTS_MS = 50_000;
/** Longer than a tab may be outside its group before it is the user's, and than it has to be outside to be lent. */
const SETTLED_MS = 1_300;

interface Held {
  page: Page;
  secret: string;
  /** The session that may read it, or null for the user alone. */
  owner: string | null;
  borrowed: boolean;
}

const world = new World();
const random = seededRandom(SEED);
const held = new Set<Held>();
const sessions: string[] = [];
let pages: Pages;
let browser: BrowserContext;
let worker: Worker;
let made = 0;

beforeAll(async () => {
  pages = await world.serve({
    '/page': (request, response) => {
      const secret = new URL(request.url ?? '/', 'http://x').searchParams.get('s') ?? '';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(html(secret, `<p>${secret}</p>`));
    },
  });
  await world.install('main');
  browser = await driveBrowser(world);
  await world.connected();
  worker = await workerOf(browser);
  for (const label of ['First', 'Second']) {
    sessions.push((await world.data('session.create', 'session', 'create', '--label', label)).session);
  }
});

afterAll(() => world.close());

const newSecret = () => {
  made += 1;
  return `secret-${made}-end`;
};
const address = (secret: string) => pages.url(`/page?s=${secret}`);
const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)];
const ownedBy = (owner: string | null) => [...held].filter((each) => each.owner === owner);
const agents = () => [...held].filter(({ owner }) => owner !== null);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in the browser with `tab`, the Chrome tab that shows the secret. */
const inBrowser = (secret: string, script: string) =>
  worker.evaluate(
    `chrome.tabs.query({}).then(async (tabs) => {
       const tab = tabs.find(({ url }) => url.includes('${secret}'));
       ${script}
     })`,
  );

function hold(page: Page, secret: string, owner: string | null): void {
  held.add({ page, secret, owner, borrowed: false });
}

async function agentOpens(): Promise<void> {
  const [session, secret] = [pick(sessions) ?? '', newSecret()];
  await world.bproxy('tab', 'open', '--url', address(secret), '-s', session);
  const find = () => browser.pages().find((page) => page.url() === address(secret));
  await until('Playwright knows it', () => find() !== undefined);
  const page = find();
  if (page) hold(page, secret, session);
}

/** What a user may do, each with what it means for the owner. bproxy cannot tell who called Chrome. */
const ACTS: Record<string, () => Promise<void>> = {
  async 'opens a tab'() {
    const [page, secret] = [await browser.newPage(), newSecret()];
    await page.goto(address(secret));
    hold(page, secret, null);
  },
  async 'drags a tab into a group'() {
    const [mine, theirs] = [pick(ownedBy(null)), pick(agents())];
    if (!mine || !theirs) return;
    const joined = await inBrowser(
      theirs.secret,
      `if (tab.groupId < 0) return false;
       const mine = tabs.find(({ url }) => url.includes('${mine.secret}'));
       await chrome.tabs.group({ tabIds: [mine.id], groupId: tab.groupId });
       return true;`,
    );
    if (joined === true) Object.assign(mine, { owner: theirs.owner, borrowed: true });
  },
  async 'drags a tab out of its group'() {
    const tab = pick(agents());
    if (!tab) return;
    const left = await inBrowser(
      tab.secret,
      'if (tab.groupId < 0) return false; await chrome.tabs.ungroup(tab.id); return true;',
    );
    if (left === true) tab.owner = null;
  },
  async 'moves a tab to another window'() {
    const tab = pick(agents());
    if (!tab) return;
    const left = await inBrowser(
      tab.secret,
      'if (tab.groupId < 0) return false; await chrome.windows.create({ tabId: tab.id, focused: false }); return true;',
    );
    if (left === true) tab.owner = null;
  },
  async 'types an address'() {
    const tab = pick([...held]);
    if (!tab) return;
    const secret = newSecret();
    // Playwright's way to load a page counts as a typed address.
    await tab.page.goto(address(secret));
    Object.assign(tab, { secret, owner: null });
  },
  async 'closes a tab'() {
    const tab = pick([...held]);
    if (!tab || held.size < 4) return;
    held.delete(tab);
    await tab.page.close();
  },
  async 'sees the agent give a tab back'() {
    const tab = pick(agents().filter(({ borrowed }) => borrowed));
    if (!tab?.owner) return;
    const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', tab.owner);
    const name = tabs.find(({ url }) => url.includes(tab.secret))?.tab ?? 't0';
    await world.data('tab.return', 'tab', 'return', '--tab', name, '-s', tab.owner);
    tab.owner = null;
  },
};

/** Everything that the agent can learn in a session, tab by tab. */
async function everything(session: string): Promise<string> {
  const list = await world.bproxy('tab', 'list', '-s', session);
  const seen = [list.stdout, (await world.bproxy('text', '-s', session)).stdout];
  for (const [, tab = ''] of list.stdout.matchAll(/"tab":"(t\d+)"/g)) {
    await world.bproxy('session', 'bind', '--tab', tab, '-s', session);
    seen.push((await world.bproxy('snapshot', '-s', session)).stdout);
  }
  return seen.join('\n');
}

const secretsIn = (text: string) => [...new Set(text.match(/secret-\d+-end/g) ?? [])].sort();
const secretsOf = (session: string) => ownedBy(session).map(({ secret }) => secret);

it("no answer ever has the secret of a tab that is not the session's at that moment", async () => {
  const end = Date.now() + LASTS_MS;
  const story = [`seed ${SEED}`];
  let reads = 0;
  for (const name of ['opens a tab', 'opens a tab']) await ACTS[name]?.();
  for (const _each of sessions) await agentOpens();
  while (Date.now() < end) {
    await pause(SETTLED_MS);
    const name = random() < 0.25 ? 'agent' : (pick(Object.keys(ACTS)) ?? '');
    const before = new Map(sessions.map((session) => [session, secretsOf(session)]));
    // The agent reads while the user acts.
    const during = sessions.map(async (session) => (await world.bproxy('text', '-s', session)).stdout);
    await (ACTS[name] ?? agentOpens)();
    const meanwhile = await Promise.all(during);
    story.push(`${name}: ${JSON.stringify([...held].map(({ secret, owner }) => [secret, owner]))}`);
    for (const [at, session] of sessions.entries()) {
      const wanted = secretsOf(session).sort();
      const allowed = expect.arrayContaining(secretsIn(meanwhile[at] ?? ''));
      const known = [...(before.get(session) ?? []), ...wanted];
      expect(known, story.join('\n')).toEqual(allowed);
      // Until the act has settled, the agent may see the tabs that it had before. It never sees any others.
      await until(`${session} has ${wanted}\n${story.join('\n')}`, async () => {
        const seen = secretsIn(await everything(session));
        expect(known, story.join('\n')).toEqual(expect.arrayContaining(seen));
        reads += seen.length;
        return seen.join() === wanted.join();
      });
    }
  }
  expect(reads).toBeGreaterThan(5);
}, 120_000);
