import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { FakeChrome } from './fake-chrome.ts';
import { TestHome } from './home.ts';

const temp = process.env['TMPDIR'];
let emptyTemp: string;
let home: TestHome;

beforeAll(() => {
  emptyTemp = mkdtempSync(join(tmpdir(), 'bproxy-temp-'));
});

afterEach(async () => {
  await home.remove();
  if (temp === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temp;
});

afterAll(() => rmSync(emptyTemp, { recursive: true }));

const token = () => readFileSync(home.path('token'), 'utf8').trim();

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Where a process accepts connections, as the system tells: hexadecimal addresses, by the kind of socket. */
function listeners(pid: number): string[] {
  const held = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => held.includes(`socket:[${columns[9]}]`))
      .filter((columns) => kind.startsWith('udp') || columns[3] === '0A')
      .map((columns) => `${kind} ${columns[1]?.split(':')[0]}`),
  );
}

it('the token is 32 bytes in hex, new with every start, and in no other file of the home', async () => {
  home = new TestHome({ logLevel: 'debug' });
  const chrome = new FakeChrome(home.dir);
  const tokens: string[] = [];
  try {
    await chrome.connect();
    for (const word of ['restart', 'restart']) {
      await home.run(word);
      tokens.push(token());
      expect((await home.ask('session.create', { label: 'mine' })).status).toBe(200);
      // Also one that is nearly right.
      const wrong = token().replace(/.$/, 'x');
      expect((await home.post('{}', { authorization: `Bearer ${wrong}` })).status).toBe(401);
      tokens.push(wrong);
    }
    await home.fullLog();
  } finally {
    await chrome.end();
  }
  for (const [index, secret] of tokens.entries()) {
    if (index % 2 === 0) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const holders = filesOf(home.dir).filter((path) => readFileSync(path, 'utf8').includes(secret));
    expect(holders).toEqual(secret === token() ? [home.path('token')] : []);
  }
  expect(tokens[0]).not.toBe(tokens[2]);
});

it('a restart replaces a token that others could read while the daemon ran', async () => {
  home = new TestHome();
  await home.run('start');
  const before = token();
  chmodSync(home.path('token'), 0o644);
  expect(await home.run('restart')).toMatchObject({ code: 0 });
  expect(token()).not.toBe(before);
  expect(statSync(home.path('token')).mode & 0o777).toBe(0o600);
});

it.runIf(process.platform === 'linux')(
  'the daemon has one listener on the network, on 127.0.0.1',
  async () => {
    home = new TestHome();
    await home.run('start');
    expect(listeners(home.pid())).toEqual(['tcp 0100007F']);
  },
);

it("neither the link nor the daemon leaves anything in the system's temp folder", async () => {
  home = new TestHome();
  process.env['TMPDIR'] = emptyTemp;
  const chrome = new FakeChrome(home.dir);
  try {
    await chrome.connect();
    await home.ask('session.create', {}, { destructive: true });
    expect(readdirSync(emptyTemp)).toEqual([]);
  } finally {
    await chrome.end();
  }
  await home.run('stop');
  expect(readdirSync(emptyTemp)).toEqual([]);
});
