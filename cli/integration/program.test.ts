import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../package.json';
import { buildCli, DIST, PROGRAM, runCli } from './cli-process.ts';

/**
 * The limit for the code that a request to the daemon loads. Node 20 reads another 10,000 in a third of a millisecond.
 */
const MOST_CHARS = 100_000;

beforeAll(buildCli);

describe('the built program', () => {
  it('does not contain zod', () => {
    const scripts = readdirSync(DIST).filter((name) => name.endsWith('.cjs'));
    expect(scripts).toContain(basename(PROGRAM));
    for (const name of scripts)
      expect(readFileSync(join(DIST, name), 'utf8')).not.toMatch(/ZodError|\bzod\b/);
  });

  it('loads little code for a request to the daemon', async () => {
    const sources = await sourcesLoaded(['status', '--home', '/nowhere']);
    expect(sources.join('').length).toBeLessThan(MOST_CHARS);
  });

  it('loads the doctor, the installers, the completions, plain output and citty only for their commands', async () => {
    const mostly = [
      '../doctor/',
      '../installers/',
      '../manifests/',
      'src/completion/',
      'src/plain/',
      'src/batch/',
      '../node_modules/',
    ];
    const parts = async (...words: string[]) => {
      const sources = await sourcesLoaded(words);
      return mostly.filter((part) => sources.some((source) => source.includes(`\n// ${part}`)));
    };
    expect(await parts('status', '--home', '/nowhere')).toEqual([]);
    expect(await parts('service', 'status', '--plain')).toEqual(['src/plain/']);
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

  it('prints its version as JSON', async () => {
    const ended = await runCli(['--version']);
    expect(ended).toEqual({ code: 0, stderr: '', stdout: `{"version":"${version}","protocolVersion":1}\n` });
  });

  it.each([
    [['--help'], 'bproxy navigate|'],
    [['-h'], 'bproxy navigate|'],
    [['help'], 'bproxy navigate|'],
    [['help', 'tab', 'open'], '--url='],
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

/** Lists the files of the program that a command has loaded, as V8 reports them. */
async function sourcesLoaded(words: readonly string[]): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bproxy-coverage-'));
  try {
    await runCli(words, { NODE_V8_COVERAGE: dir });
    const [file = ''] = readdirSync(dir);
    const { result }: Coverage = JSON.parse(readFileSync(join(dir, file), 'utf8'));
    const own = result.map(({ url }) => url).filter((url) => url.startsWith(pathToFileURL(DIST).href));
    const sources = own.map((url) => readFileSync(fileURLToPath(url), 'utf8'));
    expect(sources.some((source) => source.includes('\n// ../client/src/post.ts'))).toBe(true);
    return sources;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

interface Coverage {
  result: Array<{ url: string }>;
}
