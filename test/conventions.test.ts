import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ACTION_NAMES,
  type Action,
  ERRORS,
  HOME_FILES,
  INSTALL_FILES,
  LOG_FILES,
  traitsOf,
} from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { homeAt } from '../host/src/home/home.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

/** More side by side are a drawer, whatever its name. */
const MOST_FILES = 13;

const FOLDER_OF = {
  daemon: 'host/src/daemon/actions',
  background: 'extension/src/background/actions',
  content: 'extension/src/content/actions',
};

const fileOf = (action: Action) => `${FOLDER_OF[traitsOf(action).at]}/${action.replace('.', '-')}.ts`;

function sources(): string[] {
  return ['shared', 'manifests', 'installers', 'doctor', 'host', 'client', 'cli', 'extension'].flatMap(
    (folder) =>
      readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${folder}/src/${name}`),
  );
}

const products = () =>
  sources().filter((path) => !/\.test(-d)?\.ts$|\/testing\/|\/generated\/|fake-/.test(path));

describe('actions', () => {
  it('have one file each, named after the action, in the folder of the process that runs it', () => {
    for (const folder of Object.values(FOLDER_OF)) {
      const known = ACTION_NAMES.filter((action) => fileOf(action).startsWith(folder)).map((action) =>
        fileOf(action).slice(folder.length + 1),
      );
      const registry = read(folder, 'registry.ts');
      const registered = [...registry.matchAll(/^import \{.*from '\.\/([\w-]+\.ts)'/gm)].map(
        (match) => match[1] ?? '',
      );
      for (const file of registered) {
        expect(existsSync(join(root, folder, file)), file).toBe(true);
        expect(known, `${folder}/${file}`).toContain(file);
      }
    }
  });

  it('of the daemon are all there', () => {
    for (const action of ACTION_NAMES.filter((name) => traitsOf(name).at === 'daemon')) {
      expect(existsSync(join(root, fileOf(action))), fileOf(action)).toBe(true);
    }
  });

  it('stand in the reference, as do the errors', () => {
    const actions = read('docs', 'reference', 'actions.md');
    for (const action of ACTION_NAMES) expect(actions).toContain(`## ${action}\n`);
    const errors = read('docs', 'reference', 'errors.md');
    for (const code of Object.keys(ERRORS)) expect(errors).toContain(code);
  });
});

describe('the code', () => {
  it('asserts no types without a reason, and suppresses no error of the compiler', () => {
    for (const path of products()) {
      const code = read(path)
        // Nothing can check this one; the comment says why it is true.
        .replace(/\/\/ as: \S.*\n.*/g, '')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\/\/.*$/gm, '')
        .replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, "''");
      const casts = [...code.matchAll(/[\w)\]}'] as (?!const\b)[\w{['(]/g)].filter(
        // `import { a as b }` and `export { a as b }` rename, they do not assert.
        (match) => !/(import|export)[^;]*$/.test(code.slice(0, match.index)),
      );
      expect(
        casts.map((match) => match[0]),
        path,
      ).toEqual([]);
      expect(code, path).not.toMatch(/@ts-(ignore|nocheck|expect-error)/);
    }
  });

  it('keeps the files that one edits daily short', () => {
    const long = products()
      .map((path) => ({ path, lines: read(path).split('\n').length }))
      .filter(({ path, lines }) => lines > 250 && !/shared\/src\/(traits|errors|actions|schemas)/.test(path));
    expect(long).toEqual([]);
  });

  it('keeps a folder small enough to be read at a glance', () => {
    const counts = new Map<string, number>();
    // A folder of actions has one file for each: the contract says how many there are.
    for (const path of products().filter((name) => !/\/actions\//.test(name))) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, files]) => files > MOST_FILES)).toEqual([]);
  });

  it('names concepts, not drawers', () => {
    for (const path of sources()) expect(path).not.toMatch(/\b(utils?|helpers?|support|common|misc)\b/);
  });

  it('makes no folders with the `recursive` of Node, which never comes back from /proc', () => {
    for (const path of products()) expect(read(path), path).not.toMatch(/mkdir(Sync)?\([^;]*recursive/);
  });

  it('exits in one place of each program', () => {
    // The launcher only writes the word into a script.
    const exits = products().filter((path) => /^[^'`]*process\.exit\(/m.test(read(path)));
    expect(exits.sort()).toEqual(['host/src/daemon/main.ts', 'host/src/link/main.ts']);
  });
});

describe('the extension', () => {
  it('spells no command line: its next steps are data, and the popup alone speaks to a person at a shell', () => {
    const files = products().filter((path) => /^extension\/src\/(?!entrypoints\/popup\/)/.test(path));
    expect(files).not.toEqual([]);
    const words = [
      ...ACTION_NAMES.map((action) => action.split('.')[0]),
      'status',
      'doctor',
      'service',
      'install',
    ];
    const spelled = new RegExp(`bproxy (?:${words.join('|')})\\b|['"\` ]--[a-z]|\\bcommandLine\\b`);
    for (const path of files) {
      const code = read(path)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\/\/.*$/gm, '');
      expect(code, path).not.toMatch(spelled);
    }
  });
});

describe('a home', () => {
  it('holds nothing that `bproxy uninstall --purge` would leave', () => {
    const known = Object.values({ ...HOME_FILES, ...INSTALL_FILES }).map((name) => `/home/${name}`);
    for (const path of Object.values(homeAt('/home')).filter((entry) => entry !== '/home')) {
      expect(
        known.some((entry) => path === entry || path.startsWith(`${entry}/`)),
        path,
      ).toBe(true);
    }
  });

  it('has the names of its files in one place', () => {
    const names = [HOME_FILES, INSTALL_FILES, LOG_FILES].flatMap((files) => Object.values(files));
    const telling = names.filter((name) => name.includes('.'));
    const spelled = (path: string) =>
      telling.filter((name) => new RegExp(`['/]${name}['\x60]`).test(read(path)));
    const elsewhere = products().filter(
      (path) => path !== 'shared/src/system/home-files.ts' && spelled(path).length > 0,
    );
    expect(elsewhere).toEqual([]);
  });
});
