import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXTENSION_ID } from '@bproxy/manifests';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { proveLink } from '../src/wire/handshake.ts';
import { encodeMessage, MessageReader } from '../src/wire/messages.ts';
import { FakeChrome } from './fake-chrome.ts';
import { isRunning, TestHome, until } from './home.ts';

/** A round that fails is made again by its seed. The long form: BPROXY_KILL_ROUNDS=50. */
const SEED = Number(process.env['BPROXY_KILL_SEED'] ?? 20_260);
const ROUNDS = Number(process.env['BPROXY_KILL_ROUNDS'] ?? 4);

const FREE = { min: 0, max: 0 };
const homes: TestHome[] = [];
const chromes: FakeChrome[] = [];

function makeHome(): TestHome {
  const home = new TestHome({ pacing: { human: { navigate: FREE, interaction: FREE, fill: FREE } } });
  homes.push(home);
  return home;
}

function launch(home: TestHome, options?: ConstructorParameters<typeof FakeChrome>[1]): FakeChrome {
  const chrome = new FakeChrome(home.dir, options);
  chrome.child.stdin.on('error', () => {});
  chromes.push(chrome);
  return chrome;
}

afterEach(async () => {
  await Promise.all(chromes.splice(0).map((chrome) => chrome.end()));
  await Promise.all(homes.splice(0).map((home) => home.remove()));
});

async function openTab(home: TestHome, chrome: FakeChrome, tabId: number): Promise<string> {
  const opening = home.ask('tab.open', { url: 'http://page.test/' });
  chrome.answer((await chrome.request()).id, { tabId, url: 'http://page.test/', title: 'page' });
  const { json } = await opening;
  if (!json.ok || !('tmpDir' in json.data)) throw new Error(JSON.stringify(json));
  return json.data.session;
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function linksOf(home: TestHome): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).includes(`link\0--home\0${home.dir}\0`) && isRunning(pid));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('a link that stops reading', () => {
  it('makes the daemon refuse instead of grow, and every request is answered', async () => {
    const home = makeHome();
    const chrome = launch(home);
    await chrome.connect();
    const sessions: string[] = [];
    for (let tab = 1; tab <= 5; tab += 1) sessions.push(await openTab(home, chrome, tab));
    chrome.child.kill('SIGSTOP');
    const late = await home.ask('text', {}, { session: sessions[4], deadline: Date.now() + 1_000 });
    expect(late.json).toMatchObject({ error: { code: 'TIMEOUT' } });

    const value = 'x'.repeat(30 * 1024 * 1024);
    const params = { target: { selector: '#a' }, value, method: 'direct', world: 'isolated' };
    const deadline = Date.now() + 50_000;
    const running = [];
    for (const id of ['one', 'two', 'three']) {
      running.push(home.ask('fill', params, { session: sessions[running.length], id, deadline }));
      await until(`${id} is sent`, () =>
        home.log().some((line) => line['event'] === 'forwarded' && line['id'] === id),
      );
    }
    // The pipe is full now.
    const refused = await home.ask('fill', params, { session: sessions[3], deadline });
    expect(refused.json).toMatchObject({ error: { code: 'OVERLOADED', retry: 'safe' } });
    expect(residentMiB(home.pid())).toBeLessThan(800);

    chrome.child.kill('SIGCONT');
    for (const id of ['one', 'two', 'three']) chrome.answer(id, { filled: true, verifiedValue: '' });
    for (const { json } of await Promise.all(running)) expect(json).toMatchObject({ ok: true });
    const isRead = ({ request }: { request: { action: string; session: string } }) =>
      request.action === 'text' && request.session === sessions[0];
    void chrome
      .next('request', isRead, 50_000)
      .then(({ request }) => chrome.answer(request.id, { text: 'on' }));
    let answer = (await home.ask('text', {}, { session: sessions[0] })).json;
    // There is room again as soon as the link has passed on what waited for it.
    while (!answer.ok && answer.error.code === 'OVERLOADED') {
      await sleep(100);
      answer = (await home.ask('text', {}, { session: sessions[0] })).json;
    }
    expect(answer).toMatchObject({ ok: true, data: { text: 'on' } });
  });
});

describe('an answer that cannot be passed on', () => {
  it('is an error in words, and the daemon lives', async () => {
    const home = makeHome();
    const chrome = launch(home);
    await chrome.connect();
    const session = await openTab(home, chrome, 1);
    const reading = home.ask('text', {}, { session });
    const { id } = await chrome.request();
    const page = '{"url":"","title":"","state":"ready","busy":false}';
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const body = `{"type":"response","response":{"protocol_version":1,"id":"${id}","ok":true,"data":{"text":${deep}},"page":${page},"replay":false}}`;
    const header = Buffer.alloc(4);
    header.writeUInt32LE(Buffer.byteLength(body));
    chrome.child.stdin.write(Buffer.concat([header, Buffer.from(body)]));
    const { json } = await reading;
    expect(json).toMatchObject({ id, ok: false, error: { code: 'SCRIPT_ERROR' } });
    expect((await home.ask('debug.status', {})).status).toBe(200);
  });
});

/** A link of our own making: it has proven the token, and says what it likes. */
class RawLink {
  readonly messages: Array<Record<string, unknown>> = [];
  readonly closed: Promise<unknown>;
  readonly socket: Socket;

  constructor(home: TestHome) {
    this.socket = connect(home.path('link.sock'));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    const reader = new MessageReader(1 << 21, (body) => this.messages.push(JSON.parse(body.toString())));
    this.socket.on('data', (chunk: Buffer) => reader.push(chunk));
  }

  /** Sends its proof and these messages in one write. */
  async prove(home: TestHome, ...more: object[]): Promise<void> {
    this.socket.write(encodeMessage({ step: 'challenge', nonce: 'n' }));
    await until('the daemon answers', () => this.messages.length > 0);
    const introduction = { origin: `chrome-extension://${EXTENSION_ID}/`, browserRun: 'b', version: '1' };
    const token = readFileSync(home.path('token'), 'utf8');
    const proof = proveLink(token, 'n', String(this.messages[0]?.['nonce']), introduction);
    const messages = [{ step: 'proof', proof, ...introduction }, ...more].map((message) =>
      encodeMessage(message),
    );
    this.socket.write(Buffer.concat(messages));
  }
}

function hello(instance: string) {
  return {
    type: 'hello',
    protocol: { min: 1, max: 1 },
    instance,
    run: randomUUID(),
    worker: randomUUID(),
    extensionVersion: '0.1.0',
    browser: { brand: 'Raw', version: '1' },
    label: instance,
    tabs: [],
  };
}

describe('a link', () => {
  it('is understood when it says hello with its last word of the handshake', async () => {
    const home = makeHome();
    await home.run('start');
    const link = new RawLink(home);
    await link.prove(home, hello('the-first-name'), { type: 'ping', ts: 7 });
    await until('it is answered', () => link.messages.length === 5);
    expect(link.messages.slice(1)).toMatchObject([
      { step: 'accepted' },
      { type: 'welcome' },
      { type: 'sessions' },
      { type: 'pong', ts: 7 },
    ]);
    link.socket.destroy();
  });

  it('has one name for life: under another it is closed, and neither stays connected', async () => {
    const home = makeHome();
    await home.run('start');
    const link = new RawLink(home);
    await link.prove(home, hello('the-first-name'), hello('the-second-name'));
    await link.closed;
    expect((await home.ask('debug.status', {})).json).toMatchObject({ data: { clients: [] } });
  });

  it('that never finishes its handshake holds no stop up', async () => {
    const home = makeHome();
    await home.run('start');
    const stranger = new RawLink(home);
    stranger.socket.write(encodeMessage({ step: 'challenge', nonce: 'n' }));
    await until('the daemon answers', () => stranger.messages.length > 0);
    expect(await home.run('stop')).toMatchObject({ code: 0 });
    await stranger.closed;
    // It was the stop that closed it, not the limit for handshakes.
    expect(home.log().filter(({ reason }) => reason === 'no handshake in time')).toEqual([]);
  });
});

const death = fc.record({
  after: fc.nat(900),
  who: fc.constantFrom('chrome', 'daemon', 'daemon, then chrome', 'chrome, half', 'stop'),
});

describe('death at any moment', () => {
  it('leaves no link behind', async () => {
    const home = makeHome();
    const run = async ({ after, who }: { after: number; who: string }) => {
      const chrome = launch(home);
      await sleep(after);
      if (who.startsWith('daemon')) killDaemon(home);
      if (who === 'stop') await home.run('stop');
      await sleep(who === 'daemon' ? 300 : 0);
      // Chrome's end closes both pipes; a crash of its browser side may leave one of them open for a while.
      chrome.child.stdin.destroy();
      if (who !== 'chrome, half') chrome.child.stdout.destroy();
      await chrome.exited;
    };
    const deaths = fc.sample(death, { seed: SEED, numRuns: ROUNDS });
    for (let at = 0; at < deaths.length; at += 4) await Promise.all(deaths.slice(at, at + 4).map(run));
    expect(linksOf(home)).toEqual([]);
  });
});

function killDaemon(home: TestHome): void {
  try {
    process.kill(home.pid(), 'SIGKILL');
  } catch {
    // None has been started yet, or another round was quicker.
  }
}
