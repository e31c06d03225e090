import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { MAX_TO_EXTENSION_BYTES } from '@bproxy/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeMessage, MessageReader } from '../src/wire/messages.ts';
import { FakeChrome } from './fake-chrome.ts';
import { TestHome, until } from './home.ts';

const FAST = { navigate: { min: 0, max: 0 }, interaction: { min: 0, max: 0 }, fill: { min: 0, max: 0 } };
const home = new TestHome({ pacing: { human: FAST } });
const chrome = new FakeChrome(home.dir, { hello: { label: 'One' } });

beforeAll(async () => {
  await chrome.connect();
});

afterAll(async () => {
  await chrome.end();
  await home.remove();
});

/** Opens a tab in a session of its own; the fake browser gives it this Chrome id. */
async function openTab(tabId: number, browser = chrome, more: object = {}) {
  const opening = home.ask('tab.open', { url: 'http://page.test/', ...more });
  const request = await browser.request();
  expect(request).toMatchObject({ action: 'tab.open', target: { tabId: null }, destructive: true });
  browser.answer(request.id, { tabId, url: 'http://page.test/', title: 'page' });
  const { json } = await opening;
  if (!json.ok || !('tmpDir' in json.data)) throw new Error(JSON.stringify(json));
  return json.data.session;
}

describe('the four layers of the gate', () => {
  const cases: Array<[string, Record<string, string>, string]> = [
    ['another host', { host: 'evil.test' }, 'host'],
    ['a host without a port', { host: '127.0.0.1' }, 'host'],
    [
      'our own extension as origin',
      { origin: 'chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph' },
      'origin',
    ],
    ['a page as origin', { origin: 'https://evil.test' }, 'origin'],
    ['a null origin', { origin: 'null' }, 'origin'],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 'sec-fetch-site'],
    ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }, 'sec-fetch-site'],
    ['no token', { authorization: '' }, 'token'],
    ['a wrong token', { authorization: `Bearer ${'0'.repeat(64)}` }, 'token'],
    ['a token that is too short', { authorization: 'Bearer ' }, 'token'],
    ['everything wrong at once', { host: 'x', origin: 'y', authorization: '' }, 'host'],
  ];
  const bodies = ['{"protocol_version":1}', '{not json', '', 'x'.repeat(100_000)];

  it.each(cases)('turns %s away before it reads the body', async (_name, headers, layer) => {
    for (const body of bodies) {
      const { status, json } = await home.post(body, headers);
      expect(status).toBe(401);
      expect(json).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED', details: { layer } } });
      expect(JSON.stringify(json)).not.toMatch(/[0-9a-f]{64}/);
    }
  });

  it('lets `Sec-Fetch-Site: none` and localhost pass', async () => {
    const body = JSON.stringify({
      protocol_version: 1,
      id: 'x',
      action: 'debug.status',
      params: {},
      session: '',
      deadline: Date.now() + 5_000,
      destructive: false,
    });
    const { status } = await home.post(body, { 'sec-fetch-site': 'none' });
    expect(status).toBe(200);
  });

  it('guards every path and method, and knows only POST /', async () => {
    expect((await home.post('', { authorization: '' }, '/other', 'GET')).status).toBe(401);
    expect(await home.post('{}', {}, '/other')).toMatchObject({ status: 404, json: { ok: false } });
    expect(await home.post('', { 'content-type': '' }, '/', 'GET')).toMatchObject({ status: 404 });
  });
});

describe('a request that does not fit', () => {
  it.each([
    ['{not json', ''],
    ['{}', 'protocol_version'],
    ['[]', ''],
    ['null', ''],
  ])('%s is an error envelope with HTTP 400 and the field', async (body, path) => {
    const { status, json } = await home.post(body);
    expect(status).toBe(400);
    expect(json).toMatchObject({
      protocol_version: 1,
      ok: false,
      error: { code: 'BAD_REQUEST', category: 'policy', retry: 'never' },
    });
    expect(json).toHaveProperty('error.details.issues.0.path', path);
  });

  it('keeps the id of a request with a bad param', async () => {
    const { status, json } = await home.ask('links', { limit: 0 }, { id: 'mine' });
    expect(status).toBe(400);
    expect(json).toMatchObject({ id: 'mine', error: { details: { issues: [{ path: 'params.limit' }] } } });
  });
});

describe('the chain', () => {
  it('opens a tab, reads it, and closes the session with its own tabs only', async () => {
    const session = await openTab(11);
    const reading = home.ask('text', {}, { session });
    const read = await chrome.request();
    expect(read).toMatchObject({ action: 'text', target: { tabId: 11 }, session });
    chrome.answer(read.id, { text: 'hello' });
    expect((await reading).json).toMatchObject({
      ok: true,
      data: { text: 'hello' },
      page: { title: 'page' },
    });

    const closing = home.ask('session.close', {}, { session });
    const close = await chrome.request();
    expect(close).toMatchObject({ action: 'tab.close', target: { tabId: 11 } });
    chrome.answer(close.id, { closed: true });
    expect((await closing).json).toMatchObject({ ok: true, data: { session, closedTabs: 1 } });
    expect((await home.ask('text', {}, { session })).json).toMatchObject({
      error: { code: 'SESSION_NOT_FOUND' },
    });
  });

  it.each([
    ['', 'SESSION_REQUIRED'],
    ['NOPE', 'INVALID_SESSION_ID'],
    ['aaaaaa', 'SESSION_NOT_FOUND'],
  ])('answers a session %j with %s and HTTP 200', async (session, code) => {
    expect(await home.ask('text', {}, { session })).toMatchObject({
      status: 200,
      json: { ok: false, error: { code } },
    });
  });

  it('names the browser that is away, and never another one', async () => {
    const other = new FakeChrome(home.dir, { hello: { label: 'Two' } });
    await other.connect();
    expect((await home.ask('tab.open', { url: 'http://x.test' })).json).toMatchObject({
      error: { code: 'BROWSER_AMBIGUOUS' },
    });
    const session = await openTab(11, other, { browser: 'Two' });
    const reading = home.ask('text', {}, { session });
    const read = await other.request();
    other.answer(read.id, { text: 'from two' });
    expect((await reading).json).toMatchObject({ data: { text: 'from two' } });
    other.closePort();
    await other.exited;
    await until('the daemon noticed', () => home.log().some(({ event }) => event === 'link_disconnect'));
    expect((await home.ask('text', {}, { session })).json).toMatchObject({
      error: { code: 'NO_EXTENSION', message: expect.stringContaining('Two') },
    });
  });

  it('sends a large request in chunks that Chrome takes, and takes a large answer back', async () => {
    const session = await openTab(21);
    const value = `${'äöü🙂\u0000"'.repeat(300_000)}end`;
    const filling = home.ask(
      'fill',
      { target: { selector: '#a' }, value, method: 'direct', world: 'isolated' },
      { session },
    );
    const parts: Buffer[] = [];
    let chunk = await chrome.next('chunk');
    for (;;) {
      parts[chunk.index] = Buffer.from(chunk.data, 'base64');
      if (Object.keys(parts).length === chunk.count) break;
      chunk = await chrome.next('chunk');
    }
    const { request } = JSON.parse(Buffer.concat(parts).toString());
    expect(request.params.value === value).toBe(true);
    expect(Math.max(...chrome.messageBytes)).toBeLessThanOrEqual(MAX_TO_EXTENSION_BYTES);
    const verifiedValue = 'x'.repeat(5_000_000);
    chrome.answer(request.id, { filled: true, verifiedValue });
    const { json } = await filling;
    expect(json.ok && 'verifiedValue' in json.data && json.data.verifiedValue === verifiedValue).toBe(true);
    expect(JSON.stringify(await home.fullLog())).not.toContain('äöü');
  });

  it('mints handles for a read and names the read and its document when it forwards them', async () => {
    const session = await openTab(31);
    const listing = home.ask('elements', {}, { session });
    const list = await chrome.request();
    expect(list).toMatchObject({ action: 'elements', firstHandle: 1 });
    chrome.answer(list.id, {
      elements: [{ tag: 'a', selector: '#one', handle: 'el1' }],
      minted: { read: 0.25, count: 1, documentId: 'A1B2C3' },
    });
    const { json } = await listing;
    expect(json).toMatchObject({ data: { elements: [{ selector: '#one', handle: 'el1' }] } });
    expect(json).not.toHaveProperty('data.minted');
    const clicking = home.ask('click', { target: { handle: 'el1' } }, { session });
    const click = await chrome.request();
    expect(click.params).toEqual({ target: { handle: 'el1', read: 0.25, documentId: 'A1B2C3' } });
    chrome.answer(click.id, { clicked: true, disappeared: false, stable: true });
    expect((await clicking).json).toMatchObject({ ok: true });
    chrome.send({ type: 'navigation', tabId: 31, url: 'http://page.test/next', cause: 'committed' });
    await until('the page moved on', () =>
      home.log().some(({ event, cause }) => event === 'handle_invalidate' && cause === 'navigation'),
    );
    const stale = await home.ask('click', { target: { handle: 'el1' } }, { session });
    expect(stale.json).toMatchObject({
      error: { code: 'ELEMENT_HANDLE_STALE', details: { reason: 'navigated' } },
    });
    expect(JSON.stringify([json, stale.json, await home.fullLog()])).not.toContain('A1B2C3');
  });

  it('keeps the handles of a new tab, whose first news come while its first read is on the way', async () => {
    const session = await openTab(33);
    const listing = home.ask('elements', {}, { session });
    const list = await chrome.request();
    chrome.send({ type: 'tab-updated', tabId: 33, url: 'http://page.test/', title: 'page' });
    chrome.answer(list.id, {
      elements: [{ tag: 'a', selector: '#one', handle: 'el1' }],
      minted: { read: 0.25, count: 1, documentId: 'A1B2C3' },
    });
    await listing;
    const clicking = home.ask('click', { target: { handle: 'el1' } }, { session });
    chrome.answer((await chrome.request()).id, { clicked: true });
    expect((await clicking).json).toMatchObject({ ok: true });
  });

  it('pauses on HUMAN_REQUIRED, strips Chrome ids, and goes on after resume', async () => {
    const session = await openTab(41);
    const asking = home.ask('require-human', { reason: 'log in' }, { session });
    const ask = await chrome.request();
    const error = {
      code: 'HUMAN_REQUIRED' as const,
      category: 'policy' as const,
      retry: 'conditional' as const,
      message: 'log in',
      details: { tabId: 41, kind: 'manual' },
    };
    chrome.send({ type: 'response', response: { protocol_version: 1, id: ask.id, ok: false, error } });
    const paused = await asking;
    expect(paused.json).toMatchObject({ error: { code: 'HUMAN_REQUIRED', details: { kind: 'manual' } } });
    expect(JSON.stringify(paused.json)).not.toContain('tabId');
    expect((await home.ask('text', {}, { session })).json).toMatchObject({
      error: { code: 'HUMAN_REQUIRED', message: expect.stringContaining('log in') },
    });
    const resuming = home.ask('session.resume', {}, { session });
    const look = await chrome.request();
    expect(look).toMatchObject({ action: 'session.resume', target: { tabId: 41 } });
    chrome.answer(look.id, {});
    expect((await resuming).json).toMatchObject({ ok: true, data: { session } });
    const reading = home.ask('text', {}, { session });
    chrome.answer((await chrome.request()).id, { text: 'on' });
    expect((await reading).json).toMatchObject({ ok: true });
  });

  it('joins a request that is asked twice, and refuses another under its id', async () => {
    const session = await openTab(51);
    const id = randomUUID();
    const first = home.ask('click', { target: { selector: '#a' } }, { session, id });
    const request = await chrome.request();
    const second = home.ask('click', { target: { selector: '#a' } }, { session, id });
    const stranger = await home.ask('click', { target: { selector: '#b' } }, { session, id });
    expect(stranger.json).toMatchObject({ error: { code: 'BAD_REQUEST' } });
    chrome.answer(request.id, { clicked: true, disappeared: false, stable: true });
    expect((await first).json).toEqual((await second).json);
    expect(
      chrome.messages.filter((message) => message.type === 'request' && message.request.id === id),
    ).toHaveLength(1);
  });

  it('does not send what its caller no longer waits for', async () => {
    const session = await openTab(61);
    const blocking = home.ask('text', {}, { session });
    const first = await chrome.request();
    const { request } = await import('node:http');
    const { readFileSync } = await import('node:fs');
    const call = request({
      host: '127.0.0.1',
      port: readFileSync(home.path('port'), 'utf8').trim(),
      method: 'POST',
      headers: {
        authorization: `Bearer ${readFileSync(home.path('token'), 'utf8').trim()}`,
        'content-type': 'application/json',
      },
    });
    call.on('error', () => {});
    const id = randomUUID();
    call.end(
      JSON.stringify({
        protocol_version: 1,
        id,
        action: 'click',
        params: { target: { selector: '#a' } },
        session,
        deadline: Date.now() + 20_000,
        destructive: true,
      }),
    );
    await until('it is queued', () =>
      home.log().some((line) => line['id'] === id && line['event'] === 'received'),
    );
    call.destroy();
    await until('it was dropped', () =>
      home.log().some((line) => line['id'] === id && line['event'] === 'response'),
    );
    chrome.answer(first.id, { text: '' });
    await blocking;
    const log = await home.fullLog();
    expect(log.some((line) => line['id'] === id && line['event'] === 'forwarded')).toBe(false);
  });

  it('writes the events of the specification, with the request id on each', async () => {
    const session = await openTab(71);
    const id = randomUUID();
    const reading = home.ask('text', {}, { session, id });
    chrome.answer((await chrome.request()).id, { text: '' });
    await reading;
    const events = (await home.fullLog()).filter((line) => line['id'] === id);
    expect(events).toMatchObject([
      { level: 'info', event: 'received', action: 'text', session, destructive: false },
      { event: 'forwarded', client: chrome.instance, tab: 't1' },
      { event: 'response', ok: true, elapsed_ms: expect.any(Number) },
    ]);
    const last = (await home.ask('debug.last', { count: 2 })).json;
    expect(last).toMatchObject({ data: { requests: [{ id, action: 'text', session, ok: true }, {}] } });
  });

  it('refuses an extension of another protocol in words that status shows', async () => {
    const old = new FakeChrome(home.dir, { hello: { label: 'Old', protocol: { min: 7, max: 9 } } });
    await old.state('attached');
    old.send({
      type: 'hello',
      protocol: { min: 7, max: 9 },
      instance: old.instance,
      run: randomUUID(),
      worker: randomUUID(),
      extensionVersion: '9.0.0',
      browser: { brand: 'Fake', version: '1' },
      label: 'Old',
      tabs: [],
    });
    const { reason } = await old.next('refused');
    expect(reason).toContain('Update both to the same version');
    expect((await home.ask('debug.status', {})).json).toMatchObject({
      data: { refusedClients: [{ label: 'Old', reason }] },
    });
    await old.end();
  });
});

describe('the local socket', () => {
  it('tells a stranger nothing and lets him do nothing', async () => {
    const cwd = process.cwd();
    process.chdir(home.dir);
    const socket = connect('link.sock');
    process.chdir(cwd);
    const answers: unknown[] = [];
    const reader = new MessageReader(10_000, (body) => answers.push(JSON.parse(body.toString())));
    socket.on('data', (chunk) => reader.push(chunk));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(encodeMessage({ step: 'challenge', nonce: 'n' }));
    socket.write(encodeMessage({ step: 'proof', proof: 'guess', origin: 'x', browserRun: '', version: '1' }));
    await closed;
    expect(answers).toMatchObject([{ step: 'answer', nonce: expect.any(String), proof: expect.any(String) }]);
    const log = await home.fullLog();
    expect(log.some(({ event, reason }) => event === 'link_rejected' && reason === 'wrong token')).toBe(true);
  });

  it.each([
    ['junk', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a lying length', Buffer.from([0xff, 0xff, 0xff, 0x7f])],
    ['a message before the handshake', encodeMessage({ type: 'ping', ts: 1 })],
  ])('closes on %s', async (_name, bytes) => {
    const cwd = process.cwd();
    process.chdir(home.dir);
    const socket = connect('link.sock');
    process.chdir(cwd);
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes);
    await closed;
    expect((await home.ask('debug.status', {})).status).toBe(200);
  });
});
