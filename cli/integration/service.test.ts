import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli, runCli } from './cli-process.ts';

let folder: string;
beforeAll(() => {
  buildCli();
  folder = mkdtempSync(join(tmpdir(), 'bproxy-cli-host-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function host(name: string, source: string): { BPROXY_SERVICE_BIN: string } {
  const path = join(folder, name);
  writeFileSync(path, source);
  chmodSync(path, 0o755);
  return { BPROXY_SERVICE_BIN: path };
}

const ECHO = 'console.log(JSON.stringify({ args: process.argv.slice(2) }));';

describe('bproxy service', () => {
  it('passes the words and the absolute home to the host, and prints its output', async () => {
    const ended = await runCli(
      ['service', 'start', '--port', '4711', '--home', folder],
      host('echo.mjs', ECHO),
    );
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toEqual({ args: ['start', '--port', '4711', '--home', folder] });
  });

  it.each(['start', 'stop', 'status', 'restart'])('%s accepts every global flag', async (word) => {
    const globals = ['-v', '--timeout', '20000', '-s', 'abcdef', '--home', folder];
    const ended = await runCli(['service', word, ...globals], host('globals.mjs', ECHO));
    const args = [word, '--home', folder];
    expect(JSON.parse(ended.stdout)).toEqual({ args });
    expect(JSON.parse(ended.stderr)).toMatchObject({ event: 'host', args });
  });

  it('kills a host that does not answer within --timeout, and says so', async () => {
    const ended = await runCli(
      ['service', 'start', '--timeout', '300'],
      host('spins.mjs', "process.on('SIGTERM', () => {}); for (;;);"),
    );
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('within 300 ms') });
  });

  it('repairs the launcher of an installed bproxy on start, says so, and leaves the answer unchanged', async () => {
    const home = join(folder, 'healed');
    const env = host('healing.mjs', ECHO);
    const scope = ['--home', home, '--user-data-dir', join(folder, 'healed-profile')];
    const launcher = join(home, 'bin/bproxy-host');
    expect((await runCli(['install', ...scope], env)).code).toBe(0);
    expect((await runCli(['service', 'start', '--home', home], env)).stderr).toBe('');
    rmSync(launcher);
    for (const word of ['stop', 'status']) await runCli(['service', word, '--home', home], env);
    expect(existsSync(launcher)).toBe(false);
    const ended = await runCli(['service', 'start', '--home', home], env);
    expect(JSON.parse(ended.stdout)).toEqual({ args: ['start', '--home', home] });
    expect(ended.stderr).toMatch(/^Browsers could not start bproxy any more: .*written again[^\n]*\n$/);
    expect(existsSync(launcher)).toBe(true);
    writeFileSync(join(home, 'install.json'), 'damaged');
    const still = await runCli(['service', 'start', '--home', home], env);
    expect(still).toMatchObject({ code: 0, stderr: expect.stringContaining('install.json cannot be read') });
  });

  it('runs a program that is not a script directly', async () => {
    const ended = await runCli(
      ['service', 'status'],
      host('shell-host', '#!/bin/sh\necho \'{"running":false}\'\n'),
    );
    expect(ended).toMatchObject({ code: 0, stdout: '{"running":false}\n' });
  });

  it.each([
    ['its words on one line', 'console.error("One.\\nTwo."); process.exit(3);', /^One\. Two\.\n$/],
    ['the code if it said nothing', 'process.exit(3);', /ended with 3/],
    ['that it printed no object', 'console.log("hello");', /printed no JSON object/],
  ])('exits with 2 when the host fails, and prints %s', async (_name, source, reason) => {
    const ended = await runCli(['service', 'stop'], host('bad.mjs', source));
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(reason);
  });

  it('does not wait for a daemon that inherited the pipe', async () => {
    const source = `import { spawn } from 'node:child_process';
      spawn('sleep', ['5'], { detached: true, stdio: 'inherit' }).unref(); ${ECHO}`;
    const started = Date.now();
    const ended = await runCli(['service', 'start'], host('keeps.mjs', source));
    expect(ended.code).toBe(0);
    expect(Date.now() - started).toBeLessThan(4_000);
  });

  it('names BPROXY_SERVICE_BIN when its file does not exist', async () => {
    const ended = await runCli(['service', 'status'], { BPROXY_SERVICE_BIN: join(folder, 'none') });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('BPROXY_SERVICE_BIN');
  });
});
