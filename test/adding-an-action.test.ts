import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'bproxy-tap-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  const packages = readdirSync(copy).filter((name) => existsSync(join(copy, name, 'package.json')));
  for (const folder of ['.', ...packages]) linkDependencies(folder);
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Links the installed packages of a folder, but those of this repository to their copies. */
function linkDependencies(folder: string): void {
  const [installed, linked] = [root, copy].map((place) => join(place, folder, 'node_modules'));
  if (!installed || !linked || !existsSync(installed)) return;
  mkdirSync(join(linked, '@bproxy'), { recursive: true });
  for (const name of readdirSync(installed).filter((entry) => entry !== '@bproxy')) {
    symlinkSync(join(installed, name), join(linked, name));
  }
  for (const name of existsSync(join(installed, '@bproxy')) ? readdirSync(join(installed, '@bproxy')) : []) {
    symlinkSync(join(copy, name), join(linked, '@bproxy', name));
  }
}

function run(program: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin', program), args, {
    cwd: copy,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stdout + stderr;
}

/** The files in which the compiler misses the new action. */
function missedIn(folder: string): string[] {
  const errors = run('tsc', '-p', folder, '--pretty', 'false').split(/\n(?! )/);
  const named = errors.filter((error) => /error TS[\s\S]*\btap\b/.test(error));
  return [...new Set(named.map((error) => error.replace(/\([\s\S]*/, '')))];
}

function insert(file: string, before: string, text: string): void {
  const old = readFileSync(join(copy, file), 'utf8');
  expect(old.split(before), `${before} in ${file}`).toHaveLength(2);
  writeFileSync(
    join(copy, file),
    old.replace(before, () => text + before),
  );
}

const ROW = `  tap: {
    summary: 'Tap a key.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
  },
`;

// The steps of CONTRIBUTING.md, in order: each is found by what the one before it broke.
describe('whoever adds an action', () => {
  it('1. gives it a schema, and the compiler asks for its traits', () => {
    expect(missedIn('shared')).toEqual([]);
    insert(
      'shared/src/schemas.ts',
      "  'tab.list': none,",
      "  tap: z.strictObject({ key: z.string().min(1).describe('The key.') }),\n",
    );
    expect(missedIn('shared')).toContain('shared/src/traits.ts');
  }, 300_000);

  it('2. gives it traits, and the compiler asks for its result', () => {
    insert('shared/src/traits.ts', "  'tab.list': {", ROW);
    const missed = missedIn('shared');
    expect(missed).not.toContain('shared/src/traits.ts');
    expect(missed).not.toEqual([]);
  }, 300_000);

  it('3. declares its result, and the compiler asks for its handler', () => {
    insert('shared/src/actions.ts', "  'tab.list': { session", '  tap: { tapped: true };\n');
    expect(missedIn('shared')).toEqual([]);
    expect(missedIn('extension')).toEqual(['extension/src/content/actions/registry.ts']);
  }, 300_000);

  it('4. writes its handler, and the check asks for the generated files', () => {
    const registry = 'extension/src/content/actions/registry.ts';
    writeFileSync(
      join(copy, 'extension/src/content/actions/tap.ts'),
      "import type { ContentHandler } from './handler.ts';\n\nexport const tap: ContentHandler<'tap'> = () => ({ tapped: true });\n",
    );
    insert(registry, "import { scroll } from './scroll.ts';", "import { tap } from './tap.ts';\n");
    insert(registry, '  scroll,\n', '  tap,\n');
    expect(missedIn('extension')).toEqual([]);
    expect(run('tsx', 'scripts/generate.ts', '--check')).toContain(
      'cli/src/generated/flags.ts is out of date; run `pnpm gen` and commit it.',
    );
  }, 300_000);

  it('5. generates them, and has a command with flags, help and a reference', () => {
    run('tsx', 'scripts/generate.ts');
    expect(run('tsx', 'scripts/generate.ts', '--check')).toBe('');
    expect(readFileSync(join(copy, 'docs/reference/actions.md'), 'utf8')).toContain(
      'params: { key: string }',
    );
    expect(run('tsx', 'cli/src/program.ts', 'tap', '--help')).toMatch(/Tap a key\.[\s\S]*--key/);
  }, 300_000);
});
