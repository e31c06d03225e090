import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../package.json';
import { buildCli, DIST, PROGRAM, runCli } from './cli-process.ts';

beforeAll(buildCli);

describe('the built program', () => {
  it('holds no zod, and loads citty only for usage', () => {
    for (const file of readdirSync(DIST).filter((name) => name.endsWith('.mjs'))) {
      const code = readFileSync(join(DIST, file), 'utf8');
      expect(code, file).not.toMatch(/ZodError|\bzod\b/);
      expect(statSync(join(DIST, `${file}.map`)).isFile()).toBe(true);
    }
    expect(readFileSync(PROGRAM, 'utf8')).not.toContain('renderUsage');
  });

  it('loads the doctor, the installers and the completions only for their commands', () => {
    const marks = [/is not registered with any browser/, /Nothing was installed/, /Completes bproxy in/];
    const always = loadedAtStart(PROGRAM).join('\n');
    const everything = readdirSync(DIST).map((name) => readFileSync(join(DIST, name), 'utf8'));
    for (const mark of marks) {
      expect(always).not.toMatch(mark);
      expect(everything.join('\n')).toMatch(mark);
    }
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

/** The text of a module and of all that it imports before it runs. */
function loadedAtStart(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const code = readFileSync(path, 'utf8');
  const imports = [...code.matchAll(/^(?:import|export|\}) ?(?:[^;'"()]*from )?["'](\.\/[^"']+)["']/gm)];
  return [code, ...imports.flatMap((match) => loadedAtStart(join(DIST, match[1] ?? ''), seen))];
}
