import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Installation } from '../installation.ts';
import { type FakeInstallation, fakeInstallation } from '../testing/fake-installation.ts';
import { readLogs, shownLine } from './log-lines.ts';
import { makeReport } from './report.ts';
import { scrubber } from './scrub.ts';
import { readSettings } from './settings.ts';

const TOKEN = 'f00dfacef00dfacef00dfacef00dfacef00dfacef00dfacef00dfacef00dface';
const PLANTED = ['hunter2', 'my-diary', 'q=private', TOKEN, 'Bank of Ada', 'ada', 'Ada', "Ada's laptop"];

let fake: FakeInstallation;
let installation: Installation;
beforeEach(() => {
  fake = fakeInstallation();
  installation = fake.installation;
});
afterEach(() => fake.remove());

describe('scrubber', () => {
  const scrub = scrubber({ homeDir: '/home/ada', userName: 'ada', secrets: [['s3cret', '[token]']] });

  it.each([
    ['nothing to hide', 'nothing to hide'],
    ['/home/ada/.bproxy/token', '~/.bproxy/token'],
    ['/home/adam/x of Ada', '/home/adam/x of ~'],
    ['see https://user:pw@bank.test:8443/a/b?q=1#x.', 'see https://bank.test:8443'],
    ['file:///home/ada/tax.pdf', 'file://'],
    ['mailto:ada@x.test or data:text/html,hello', 'mailto:… or data:…'],
    ['bank.test/a?account=7&x=y now', 'bank.test/a?… now'],
    [
      'chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph/popup.html',
      'chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph/',
    ],
    [`Bearer ${TOKEN}`, 'Bearer [hidden]'],
    ['token=s3cret', 'token=[token]'],
    ['adapter', 'adapter'],
    ['{"url":"https://x.test/a?b=c","ok":true}', '{"url":"https://x.test","ok":true}'],
  ])('turns "%s" into safe text', (text, clean) => expect(scrub(text)).toBe(clean));

  it('recognises the ways in which Windows writes a path', () => {
    const windows = scrubber({ homeDir: 'C:\\Users\\Ada Lu', userName: 'Ada Lu', secrets: [] });
    for (const path of ['C:\\Users\\Ada Lu\\x', 'C:\\\\Users\\\\Ada Lu\\\\x', 'c:/users/ada lu/x']) {
      expect(windows(path)).toMatch(/^~[\\/]+x$/);
    }
  });
});

describe('shownLine', () => {
  it("keeps bproxy's names and numbers, and no payload", () => {
    const line = {
      ts: 1,
      event: 'response',
      id: 'r1',
      elapsed_ms: 5,
      params: { value: 'hunter2' },
      title: 'Bank of Ada',
      text: 'my-diary',
      reason: 'The page said "my-diary" to \'hunter2\'.',
    };
    expect(shownLine(JSON.stringify(line))).toEqual({
      ts: 1,
      event: 'response',
      id: 'r1',
      elapsed_ms: 5,
      reason: 'The page said "…" to "…".',
    });
    expect(shownLine('my-diary')).toBe('[a line that is not of bproxy]');
  });
});

describe('readLogs', () => {
  it('returns the last lines of the newest day', () => {
    fake.write('home/logs/2026-01-01.log', '{"ts":1}\n');
    fake.write('home/logs/2026-01-02.log', '{"ts":2}\n{"ts":3}\n{"ts":4}\n');
    fake.write('home/logs/link.log', '{"event":"link_start"}\n');
    fake.write('home/logs/notes.txt', 'my-diary');
    expect(readLogs(installation.home, 2)).toEqual({
      '2026-01-02.log': [{ ts: 3 }, { ts: 4 }],
      'link.log': [{ event: 'link_start' }],
    });
    expect(readLogs('/nowhere', 2)).toEqual({});
  });
});

describe('readSettings', () => {
  it('shows keys, numbers and words from fixed lists', () => {
    const human = { scroll: { min: 1, max: 2 } };
    fake.write('home/config.json', {
      port: 7,
      logLevel: 'debug',
      defaultBrowser: "Ada's",
      pacing: { human },
      x: [1],
    });
    expect(readSettings(installation.home)).toEqual({
      port: 7,
      logLevel: 'debug',
      defaultBrowser: '[not shown]',
      'pacing.human.scroll.min': 1,
      'pacing.human.scroll.max': 2,
      x: '[not shown]',
    });
  });
});

describe('makeReport', () => {
  it('contains useful facts and none of the planted secrets', async () => {
    fake.write('home/token', TOKEN);
    fake.write('home/config.json', { defaultBrowser: "Ada's laptop", logLevel: 'debug' });
    const lines = [
      { ts: 1, event: 'received', id: 'r1', action: 'fill', session: 'abcdef', destructive: true },
      {
        ts: 2,
        event: 'request',
        id: 'r1',
        params: { value: 'hunter2', url: 'https://bank.test/?q=private' },
      },
      {
        ts: 3,
        event: 'answer',
        id: 'r1',
        answer: { page: { title: 'Bank of Ada', url: 'https://bank.test/my-diary' } },
      },
      {
        ts: 4,
        event: 'crash',
        error: `Error: "hunter2" at https://bank.test/my-diary?q=private with ${TOKEN}`,
      },
      { ts: 5, event: 'link_rejected', reason: `${join(fake.root, 'user')}/.bproxy of ada` },
    ];
    fake.write('home/logs/2026-01-02.log', lines.map((line) => JSON.stringify(line)).join('\n'));
    fake.write(
      'home/logs/last-launch-error.txt',
      `host: ${join(fake.root, 'user')}/x (missing)\nPATH: /home/ada/bin\n`,
    );
    const client = { id: 'c1', label: "Ada's laptop", browser: 'Chromium 156', extensionVersion: '1.2.3' };
    const sick: Installation = {
      ...installation,
      output: async () => 'v22.0.0',
      runHost: async (word) =>
        word === 'status' ? { running: true, pid: 7, port: 8, version: '1.2.3' } : { valid: true },
      ask: async (action) => {
        if (action !== 'debug.status')
          throw new Error(`no answer for ada at https://bank.test/my-diary?q=private`);
        return { ok: true, data: { daemon: { pid: 7, version: '1.2.3' }, clients: [client] } };
      },
    };
    const report = await makeReport(sick, { userName: 'ada', system: { type: 'Linux' }, lines: 100 });
    const text = JSON.stringify(report);
    for (const secret of [...PLANTED, join(fake.root, 'user')]) expect(text).not.toContain(secret);
    expect(report).toMatchObject({
      ok: true,
      versions: { bproxy: '1.2.3', daemon: '1.2.3', browsers: ['Chromium 156'] },
      system: { type: 'Linux' },
      settings: { logLevel: 'debug', defaultBrowser: '[not shown]' },
      doctor: { ok: false, cause: { rung: 'registration' } },
      logs: {
        '2026-01-02.log': [
          { event: 'received', action: 'fill' },
          { event: 'request', id: 'r1' },
          { event: 'answer', id: 'r1' },
          { event: 'crash', error: 'Error: "…" at https://bank.test with [token]' },
          { event: 'link_rejected', reason: '~/.bproxy of ~' },
        ],
        'last-launch-error.txt': ['host: ~/x (missing)', 'PATH: /home/~/bin'],
      },
    });
    expect(text).toContain('browser 1');
  });
});
