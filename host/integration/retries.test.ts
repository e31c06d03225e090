import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeChrome } from './fake-chrome.ts';
import { TestHome, until } from './home.ts';

const FAST = { navigate: { min: 0, max: 0 }, interaction: { min: 0, max: 0 } };
const home = new TestHome({ pacing: { human: FAST } });
const chrome = new FakeChrome(home.dir);

beforeAll(async () => {
  await chrome.connect();
});

afterAll(async () => {
  await chrome.end();
  await home.remove();
});

async function openTab(tabId: number, id = randomUUID(), replay = false): Promise<string> {
  const opening = home.ask('tab.open', { url: 'http://page.test/' }, { id });
  const request = await chrome.request();
  const data = { tabId, url: 'http://page.test/', title: 'page' };
  chrome.answer(request.id, data, data.url, replay);
  const { json } = await opening;
  if (!json.ok || !('tmpDir' in json.data)) throw new Error(JSON.stringify(json));
  return json.data.session;
}

const click = (session: string, id: string, selector = '#a', more = {}) =>
  home.ask('click', { target: { selector } }, { session, id, ...more });
const CLICKED = { clicked: true, disappeared: false, stable: true };
const sent = (id: string) =>
  chrome.messages.flatMap((message) =>
    message.type === 'request' && message.request.id === id ? [message.request] : [],
  );

describe('a request that is asked again with its id', () => {
  it('gets the first answer, and the browser hears of it once', async () => {
    const session = await openTab(11);
    const id = randomUUID();
    const clicking = click(session, id);
    await chrome.request();
    chrome.answer(id, CLICKED);
    const first = (await clicking).json;
    expect(first).toMatchObject({ ok: true, replay: false });
    expect((await click(session, id)).json).toEqual({ ...first, replay: true });
    expect(sent(id)).toHaveLength(1);
    expect((await home.ask('debug.last', { count: 1 })).json).toMatchObject({
      data: { requests: [{ id, ok: true, replayed: true }] },
    });
  });

  it('gets it even when the session is closed by now', async () => {
    const session = await openTab(12);
    const id = randomUUID();
    const closing = home.ask('session.close', {}, { session, id });
    chrome.answer((await chrome.request()).id, { closed: true });
    const first = (await closing).json;
    expect(first).toMatchObject({ ok: true, data: { closedTabs: 1 } });
    expect((await home.ask('session.close', {}, { session, id })).json).toEqual({ ...first, replay: true });
    expect((await home.ask('session.close', {}, { session })).json).toMatchObject({
      error: { code: 'SESSION_NOT_FOUND' },
    });
  });

  it('makes one session, not two', async () => {
    const id = randomUUID();
    const first = (await home.ask('session.create', { label: 'x' }, { id })).json;
    expect((await home.ask('session.create', { label: 'x' }, { id })).json).toEqual({
      ...first,
      replay: true,
    });
  });

  it('is refused with another payload, also after the first was answered', async () => {
    const session = await openTab(13);
    const id = randomUUID();
    const clicking = click(session, id);
    await chrome.request();
    chrome.answer(id, CLICKED);
    await clicking;
    const others = [
      click(session, id, '#b'),
      click('', id),
      home.ask('hover', { target: { selector: '#a' } }, { session, id }),
      home.ask('text', {}, { session, id }),
    ];
    for (const other of others) {
      expect((await other).json).toMatchObject({
        error: { code: 'BAD_REQUEST', details: { issues: [{ path: 'id' }] } },
      });
    }
    expect(sent(id)).toHaveLength(1);
  });

  it('runs if it has not run before: its session was missing, its tab was busy, the browser refused it', async () => {
    const id = randomUUID();
    expect((await click('aaaaaa', id)).json).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
    const session = await openTab(14);
    const reading = home.ask('text', {}, { session });
    const read = await chrome.request();
    expect((await click(session, id, '#a', { deadline: Date.now() + 300 })).json).toMatchObject({
      error: { code: 'TIMEOUT' },
    });
    chrome.answer(read.id, { text: '' });
    await reading;
    expect(sent(id)).toEqual([]);

    const refused = click(session, id);
    await chrome.request();
    const error = {
      code: 'INTERNAL_ERROR',
      category: 'execution',
      retry: 'conditional',
      message: 'no',
    } as const;
    chrome.send({
      type: 'response',
      response: { protocol_version: 1, id, ok: false, error },
      begun: false,
    });
    expect((await refused).json).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });

    const clicking = click(session, id);
    await chrome.request();
    chrome.answer(id, CLICKED);
    expect((await clicking).json).toMatchObject({ ok: true, replay: false });
    const [first, second] = sent(id);
    expect(first?.payload).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.payload).toBe(first?.payload);
  });

  it('runs again if it is a read', async () => {
    const session = await openTab(15);
    const id = randomUUID();
    for (const text of ['one', 'two']) {
      const reading = home.ask('text', {}, { session, id });
      await chrome.request();
      chrome.answer(id, { text });
      expect((await reading).json).toMatchObject({ data: { text }, replay: false });
    }
  });

  it('asks the browser after a TIMEOUT that says that the action may have happened', async () => {
    const session = await openTab(16);
    const id = randomUUID();
    const late = click(session, id, '#a', { deadline: Date.now() + 300 });
    await chrome.request();
    expect((await late).json).toMatchObject({
      error: {
        code: 'TIMEOUT',
        message: expect.stringContaining('may have happened'),
        suggestedAction: expect.stringContaining(`--id ${id}`),
      },
    });
    await chrome.next('cancel');
    const again = click(session, id);
    await chrome.request();
    chrome.answer(id, CLICKED);
    expect((await again).json).toMatchObject({ ok: true });
    expect(sent(id)).toHaveLength(2);
  });

  it('finds the session and the tab that it made, when only the browser remembers', async () => {
    const id = randomUUID();
    const first = await openTab(17, id);
    const pid = home.pid();
    process.kill(pid, 'SIGKILL');
    await until('another daemon is there', () => {
      try {
        return home.pid() !== pid;
      } catch {
        return false;
      }
    });
    await chrome.connect({ tabs: [{ tabId: 17, url: 'http://page.test/', title: 'page' }] });
    expect(await openTab(17, id, true)).toBe(first);
    const { json } = await home.ask('tab.list', {}, { session: first });
    expect(json).toMatchObject({ data: { tabs: [{ tab: 't1' }] } });
  });
});
