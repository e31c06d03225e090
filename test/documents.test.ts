import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTION_NAMES } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sourcesOf = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$|(^|\/)testing\//.test(name))
      .map((name) => `${folder}/src/${name}`),
  );

const documents = readdirSync(root, { encoding: 'utf8' })
  .concat(
    readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  )
  .filter((path) => path.endsWith('.md'));

describe('the documents', () => {
  it.each(documents)('%s links only to what is there', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => link);
    for (const link of links) expect(existsSync(join(root, dirname(path), link)), link).toBe(true);
  });

  it.each(documents)('%s names only source files that are there', (path) => {
    const named = read(path).matchAll(
      /`((?:shared|cli|client|host|extension|doctor|installers)\/src\/[\w/.-]+\.ts)`/g,
    );
    for (const [, file = ''] of named) expect(existsSync(join(root, file)), file).toBe(true);
  });
});

describe('README.md', () => {
  const readme = read('README.md');

  it('asks for the Node that the package asks for', () => {
    // `npm run package` takes it over into the package.
    const { engines } = JSON.parse(read('package.json'));
    expect(readme).toContain(`Node ${engines.node.replace('>=', '')} or later`);
  });

  it('explains every fault that the popup shows, in its words', () => {
    const words = read('extension/src/entrypoints/popup/words.ts');
    const headlines = [...words.matchAll(/headline: '([^'…]+)'/g)].map(([, headline = '']) => headline);
    // These two ask nothing of anybody.
    const faults = headlines.filter((text) => !['Connected', 'The connection was lost'].includes(text));
    const explained = [...readme.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, text = '']) => text);
    expect(explained.sort()).toEqual(faults.sort());
  });

  it('quotes what the commands print', () => {
    const printed = sourcesOf('cli', 'client').map(read).join('\n');
    for (const words of ['daemon is not running', 'did not prove that it is the daemon']) {
      expect(readme).toContain(words);
      expect(printed).toContain(words);
    }
  });

  it.each(ACTION_NAMES)('says truly that %s is driven by the CLI in a real Chromium', (action) => {
    const tests = readdirSync(join(root, 'e2e'), { encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const text = ['harness/world.ts', ...tests].map((name) => read(`e2e/${name}`)).join('\n');
    // As the words of a command line: `'tab', 'open'`. `debug.status` is `bproxy status`.
    const words = action === 'debug.status' ? ['status'] : action.split('.');
    const typed = words.map((word) => `'${word}'`).join(', ');
    expect(
      ['(', '[', ', '].some((before) => text.includes(`${before}${typed}`)),
      typed,
    ).toBe(true);
  });

  it('says truly that nothing leaves the computer: the programs call this computer alone', () => {
    const programs = sourcesOf(
      'cli',
      'client',
      'host',
      'doctor',
      'installers',
      'manifests',
      'shared',
      'extension',
    );
    const network = /^import (?!type ).* from '(?:node:)?(?:http|https|http2|net|tls|dns|dgram)'/m;
    const callers = programs.filter((path) => network.test(read(path)));
    expect(callers.sort()).toEqual([
      'client/src/post.ts',
      'doctor/src/checks/running/page.ts',
      'doctor/src/machine/who-answers.ts',
      'host/src/daemon/links/link-server.ts',
      'host/src/link/attach.ts',
      'host/src/service/restart.ts',
    ]);
    for (const path of callers)
      expect(read(path), path).toMatch(/'127\.0\.0\.1'|connect\((?:path|linkAddress\(home\))\)/);
    for (const path of programs) {
      expect(read(path), path).not.toMatch(/(?<![.\w])fetch\(|new WebSocket\(|XMLHttpRequest|sendBeacon/);
    }
  });
});

describe('SECURITY.md', () => {
  it('says truly that one place alone sends code into the world of the page', () => {
    const senders = sourcesOf('extension').filter((path) => /['"]MAIN['"]/.test(read(path)));
    expect(senders).toEqual(['extension/src/background/page/main-world.ts']);
  });
});
