import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../package.json';
import { buildCli, DIST, PROGRAM, runCli } from './cli-process.ts';

/** What the file that is started loads. */
const PARTS = 'program.cjs';

beforeAll(buildCli);

describe('the built program', () => {
  it('is one file behind the one that is started, without zod', () => {
    const scripts = readdirSync(DIST).filter((name) => !name.endsWith('.map'));
    expect(scripts).toEqual([basename(PROGRAM), PARTS]);
    expect(readFileSync(join(DIST, PARTS), 'utf8')).not.toMatch(/ZodError|\bzod\b/);
  });

  it('runs the doctor, the installers, the completions and citty only for their commands', async () => {
    const mostly = ['../doctor/', '../installers/', '../manifests/', 'src/completion/', '../node_modules/'];
    const parts = async (...words: string[]) => {
      const ran = await modulesRun(words);
      return mostly.filter((part) => ran.some((name) => name.startsWith(part)));
    };
    expect(await parts('status', '--home', '/nowhere')).toEqual([]);
    expect(await parts('doctor', '--home', '/nowhere')).toEqual([
      '../doctor/',
      '../installers/',
      '../manifests/',
      '../node_modules/',
    ]);
    expect(await parts('completion', 'bash')).toEqual(['src/completion/']);
    expect(await parts('--help')).toEqual(['../node_modules/']);
  });

  it('can be started by its name', () => {
    expect(readFileSync(PROGRAM, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(statSync(PROGRAM).mode & 0o111).toBe(0o111);
  });

  it('tells its version as JSON', async () => {
    const ended = await runCli(['--version']);
    expect(ended).toEqual({ code: 0, stderr: '', stdout: `{"version":"${version}","protocolVersion":1}\n` });
  });

  it.each([
    [['--help'], 'bproxy navigate|'],
    [['-h'], 'bproxy navigate|'],
    [['tab', '--help'], 'bproxy tab list|'],
    [['tab', 'open', '-h'], '--url='],
    [['click', '--selector', 'a', '--help'], '--route-json='],
    [['service', 'start', '--help'], '--port='],
  ])('prints usage for %j, without colour', async (words, part) => {
    const ended = await runCli(words, { FORCE_COLOR: '1' });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(part);
    expect(ended.stdout).not.toContain('\u001b');
  });

  it.each([
    [[]],
    [['nope']],
    [['tab']],
    [['click', '--selector', 'a', '--bogus', '1', '-s', 'abcdef']],
    [['click', '--selector', 'a\nb', '--x\ny', '-s', 'abcdef']],
  ])('refuses %j with one line and nothing on stdout', async (words) => {
    const ended = await runCli(words);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^[^\n]+\n$/);
  });
});

/** The modules of the program whose code a command has run, as V8 counts it. */
async function modulesRun(words: readonly string[]): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bproxy-coverage-'));
  try {
    await runCli(words, { NODE_V8_COVERAGE: dir });
    const [file = ''] = readdirSync(dir);
    const { result }: Coverage = JSON.parse(readFileSync(join(dir, file), 'utf8'));
    const program = result.find(({ url }) => url.endsWith(`/${PARTS}`));
    const ran = program?.functions.filter(({ ranges: [whole] }) => whole && whole.count > 0) ?? [];
    const modules = ran.map(({ functionName }) => functionName).filter((name) => name.includes('/'));
    expect(modules).toContain('../shared/src/index.ts');
    return modules;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

interface Coverage {
  result: Array<{
    url: string;
    functions: Array<{ functionName: string; ranges: Array<{ count: number }> }>;
  }>;
}
