import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AnyForwardedRequest } from '@bproxy/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeChrome } from './fake-chrome.ts';
import { TestHome, until } from './home.ts';

const CLI = fileURLToPath(new URL('../../cli/dist/bproxy.cjs', import.meta.url));
const none = { min: 0, max: 0 };
const home = new TestHome({
  pacing: {
    allowFast: true,
    human: { navigate: none, scroll: none, interaction: none, fill: none },
    fast: { interaction: { min: 30_000, max: 30_000 } },
  },
});
const chrome = new FakeChrome(home.dir);

beforeAll(async () => {
  await chrome.connect();
});

afterAll(async () => {
  await chrome.end();
  await home.remove();
});

async function openTab(tabId: number): Promise<string> {
  const opening = home.ask('tab.open', { url: 'http://page.test/' });
  chrome.answer((await chrome.request()).id, { tabId, url: 'http://page.test/', title: 'page' });
  const { json } = await opening;
  if (!json.ok || !('tmpDir' in json.data)) throw new Error(JSON.stringify(json));
  return json.data.session;
}

const sentIds = () =>
  chrome.messages.flatMap((message) => (message.type === 'request' ? [message.request.id] : []));
const events = (id: string) =>
  home
    .log()
    .filter((line) => line['id'] === id)
    .map((line) => line['event']);

describe('200 requests at once over 20 tabs', () => {
  it('are each answered once, with their own answer, and keep the order of their tab', async () => {
    const sessions: string[] = [];
    for (let tab = 1; tab <= 20; tab += 1) sessions.push(await openTab(tab));
    const running = new Set<number>();
    const overlaps: string[] = [];
    const order = new Map<number, string[]>();
    let served = 0;
    const serve = async () => {
      while (served < 200) {
        const request: AnyForwardedRequest = await chrome.request();
        served += 1;
        void runInTab(request);
      }
    };
    const runInTab = async ({ id, target }: AnyForwardedRequest) => {
      const tab = target.tabId ?? 0;
      if (running.has(tab)) overlaps.push(id);
      running.add(tab);
      order.set(tab, [...(order.get(tab) ?? []), id]);
      await new Promise((resolve) => setTimeout(resolve, (tab * 7) % 12));
      running.delete(tab);
      chrome.answer(id, { text: `${id} in ${tab}` });
    };
    const asked: Array<Promise<{ id: string; tab: number; json: unknown }>> = [];
    for (let round = 0; round < 10; round += 1) {
      for (const [index, session] of sessions.entries()) {
        const id = `round-${round}-tab-${index + 1}`;
        const asking = home.ask('text', {}, { session, id });
        asked.push(asking.then(({ json }) => ({ id, tab: index + 1, json })));
      }
      // What is asked later has to be received later, for there to be an order.
      const first = `round-${round}-tab-`;
      await until('the round was received', () => {
        const received = home.log().filter((line) => line['event'] === 'received');
        return received.filter((line) => String(line['id']).startsWith(first)).length === 20;
      });
    }
    // All are there before the first is answered.
    await serve();
    const answers = await Promise.all(asked);
    expect(overlaps).toEqual([]);
    for (const { id, tab, json } of answers) {
      expect(json).toMatchObject({ id, ok: true, data: { text: `${id} in ${tab}` } });
    }
    for (const [tab, ids] of order) {
      expect(ids).toEqual(Array.from({ length: 10 }, (_, round) => `round-${round}-tab-${tab}`));
    }
    const sent = sentIds().filter((id) => id.startsWith('round-'));
    expect([sent.length, new Set(sent).size]).toEqual([200, 200]);
    const responses = (await home.fullLog()).filter((line) => String(line['id']).startsWith('round-'));
    expect(responses.filter((line) => line['event'] === 'response')).toHaveLength(200);
  });
});

describe('a command that is killed while its request waits', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  const click = (session: string, known: Set<unknown>) => {
    const child = spawn(
      process.execPath,
      [CLI, 'click', '--selector', '#a', '-s', session, '--timeout', '60000'],
      {
        env: { ...process.env, BPROXY_HOME: home.dir },
        stdio: 'ignore',
      },
    );
    children.push(child);
    const idOf = () =>
      home
        .log()
        .find(
          (line) => line['event'] === 'received' && line['action'] === 'click' && !known.has(line['id']),
        )?.['id'];
    return { child, idOf };
  };
  const clicksSoFar = () =>
    new Set(
      home
        .log()
        .filter((line) => line['action'] === 'click')
        .map((line) => line['id']),
    );

  it.each(['the tab', 'its pace'])('for %s is never sent', async (what) => {
    const session = await openTab(what === 'the tab' ? 31 : 32);
    if (what === 'its pace') {
      await home.ask('session.bind', { tab: 't1', pacing: 'fast' }, { session });
      const first = home.ask('click', { target: { selector: '#a' } }, { session });
      chrome.answer((await chrome.request()).id, { clicked: true });
      await first;
    }
    const blocking = what === 'the tab' ? home.ask('text', {}, { session }) : undefined;
    const blocker = blocking ? await chrome.request() : undefined;
    const { child, idOf } = click(session, clicksSoFar());
    await until('it waits', () => idOf() !== undefined);
    const id = String(idOf());
    if (what === 'its pace') await until('it waits for its pace', () => events(id).includes('pacing_wait'));
    child.kill('SIGKILL');
    await until('it was dropped', () => events(id).includes('response'));
    if (blocker) chrome.answer(blocker.id, { text: '' });
    await blocking;
    const reading = home.ask('text', {}, { session });
    chrome.answer((await chrome.request()).id, { text: '' });
    expect((await reading).json).toMatchObject({ ok: true });
    expect(sentIds()).not.toContain(id);
    expect(events(id)).not.toContain('forwarded');
  });
});

describe('the private folder of a session', () => {
  it('is only for its owner and goes with the session', async () => {
    const { existsSync, statSync, writeFileSync } = await import('node:fs');
    const { json } = await home.ask('session.create', {});
    if (!json.ok || !('tmpDir' in json.data)) throw new Error(JSON.stringify(json));
    const { session, tmpDir } = json.data;
    expect(tmpDir).toBe(home.path(`tmp/sessions/${session}`));
    expect(statSync(tmpDir).mode & 0o777).toBe(0o700);
    writeFileSync(`${tmpDir}/picture.png`, 'x');
    await home.ask('session.close', {}, { session });
    expect(existsSync(tmpDir)).toBe(false);
  });
});
