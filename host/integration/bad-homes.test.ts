import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeChrome } from './fake-chrome.ts';
import { BINARY } from './home.ts';

/** Far longer than a refusal takes, far shorter than a loop. */
const LIMIT_MS = 30_000;
const RAW_CODE = /\bE[A-Z]{4,}\b/;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bproxy-homes-'));
  writeFileSync(join(folder, 'file'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(word: string, home: string) {
  const options = { encoding: 'utf8', timeout: LIMIT_MS, killSignal: 'SIGKILL' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [BINARY, word, '--home', home], options);
  return { status, stdout, stderr };
}

const HOMES = [
  ['/proc/1/x', /no folder can be made there/],
  ['/proc/x/y', /no folder can be made there/],
  ['file', /something else of that name is there/],
  ['file/below', /a part of its path is a file/],
] as const;
const at = (home: string) => (home.startsWith('/') ? home : join(folder, home));

describe.runIf(process.platform === 'linux')('a home that cannot be made', () => {
  it.each(HOMES)('%s: `start` says why, in words, and what to do', (home, reason) => {
    const refused = run('start', at(home));
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(reason);
    expect(refused.stderr).toContain('Choose another home with --home');
    expect(refused.stderr).not.toMatch(RAW_CODE);
  });

  it.each(HOMES)('%s: `status` and `stop` find no daemon', (home) => {
    for (const word of ['status', 'stop']) {
      const { status, stdout, stderr } = run(word, at(home));
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ running: false });
    }
  });

  it.each(HOMES)('%s: the link tells the extension why', async (home, reason) => {
    const chrome = new FakeChrome(at(home));
    try {
      expect((await chrome.state('failed')).reason).toMatch(reason);
    } finally {
      await chrome.end();
    }
  });
});
