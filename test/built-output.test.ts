import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'extension', '.output', 'chrome-mv3');

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const read = (path: string) => readFileSync(path, 'utf8');
const shipped = () => filesIn(output).filter((path) => /\.(js|html|css|json)$/.test(path));

describe('the built extension', () => {
  const manifest = () => JSON.parse(read(join(output, 'manifest.json')));

  it('asks for these permissions and no others', () => {
    expect(manifest()).toMatchObject({
      manifest_version: 3,
      permissions: [
        'tabs',
        'tabGroups',
        'scripting',
        'webNavigation',
        'alarms',
        'storage',
        'nativeMessaging',
        'notifications',
      ],
      optional_permissions: ['downloads'],
      host_permissions: ['<all_urls>'],
      incognito: 'spanning',
      action: { default_popup: 'popup.html' },
    });
    for (const key of [
      'content_scripts',
      'web_accessible_resources',
      'externally_connectable',
      'content_security_policy',
    ]) {
      expect(manifest()).not.toHaveProperty(key);
    }
  });

  it('has the version of its package', () => {
    const { version } = JSON.parse(read(join(root, 'extension', 'package.json')));
    expect(manifest().version).toBe(version);
  });

  it('gives pages little to load: of the library that knows roles and names, nothing else', () => {
    const contentScript = read(join(output, 'content-script.js'));
    expect(contentScript.length).toBeLessThan(220_000);
    expect(contentScript).toContain('aria-labelledby');
    expect(contentScript).not.toMatch(/internal:text|:right-of|nth-match/);
  });

  it('observes no page: no MutationObserver in anything shipped', () => {
    for (const path of shipped()) expect(read(path), path).not.toContain('MutationObserver');
  });

  it('has no zod, no eval and no address to call home to', () => {
    for (const path of shipped().filter((file) => file.endsWith('.js'))) {
      const code = read(path);
      expect(code, path).not.toMatch(/ZodError|new Function\(|\beval\(|XMLHttpRequest|WebSocket\(|\bfetch\(/);
    }
  });

  it('has a source map for every script', () => {
    const scripts = filesIn(output).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) {
      expect(existsSync(`${script}.map`), script).toBe(true);
      expect(read(script), script).toContain('//# sourceMappingURL=');
    }
  });

  it('says which part could not start', () => {
    expect(read(join(output, 'background.js'))).toMatch(/bproxy: the .{1,20} could not start/);
    expect(read(join(output, 'content-script.js'))).toMatch(/bproxy: the .{1,20} could not start/);
  });

  it('does not announce itself to the page', () => {
    expect(read(join(output, 'content-script.js'))).not.toMatch(
      /(?<!\w\.)\bpostMessage\(|\b(?:window|self|globalThis|parent|top)\.postMessage|CustomEvent|wxt:/,
    );
  });

  it('listens to no page and to no other extension', () => {
    for (const path of shipped().filter((file) => file.endsWith('.js'))) {
      expect(read(path), path).not.toMatch(/\.on(?:Message|Connect)External\b/);
      expect(read(path), path).not.toMatch(/addEventListener\(["'`]message["'`]|\bonmessage\s*=/);
    }
  });

  it('names no file of the machine that built it', () => {
    for (const path of shipped()) expect(read(path), path).not.toContain(root);
  });
});

describe('the archive for a store', () => {
  const store = join(root, 'extension', '.output', 'store');
  const { version } = JSON.parse(read(join(root, 'package.json')));
  const archive = join(root, 'extension', '.output', `bproxy-extension-${version}-store.zip`);

  beforeAll(() => {
    execFileSync(join(root, 'extension', 'node_modules', '.bin', 'wxt'), ['zip'], {
      cwd: join(root, 'extension'),
      env: { ...process.env, BPROXY_STORE_BUILD: '1' },
      stdio: 'ignore',
    });
  }, 60_000);

  afterAll(() => {
    for (const path of [store, archive]) rmSync(path, { recursive: true, force: true });
  });

  it('leaves the key out, and differs in nothing else', () => {
    const { key, ...folderBuild } = JSON.parse(read(join(output, 'manifest.json')));
    expect(key).toEqual(expect.any(String));
    expect(JSON.parse(fileInZip(archive, 'manifest.json'))).toEqual(folderBuild);
  });
});

/** The text of a deflated file, found by the archive's list of contents. */
function fileInZip(archive: string, name: string): string {
  const zip = readFileSync(archive);
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    if (zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)) !== name) continue;
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20))).toString('utf8');
  }
  throw new Error(`${archive} holds no ${name}`);
}

describe('the versions', () => {
  it('are the same in every part', () => {
    const parts = ['.', 'shared', 'manifests', 'installers', 'host', 'client', 'cli', 'extension'];
    const versions = parts.map((part) => JSON.parse(read(join(root, part, 'package.json'))).version);
    expect(new Set(versions).size).toBe(1);
  });
});

describe('the built programs', () => {
  const hostChunks = (name = '') =>
    filesIn(join(root, 'host', 'dist')).filter((path) => path.endsWith('.mjs') && path.includes(name));

  /** The file and all that it imports at once; what is imported on demand is not among them. */
  const loadedWith = (path: string, seen = new Set<string>()): string[] => {
    if (!seen.has(path)) {
      seen.add(path);
      for (const [, name] of read(path).matchAll(
        /^(?:import|\} from|import[^;]*? from) ?['"](\.\/[^'"]+)['"]/gm,
      )) {
        loadedWith(join(dirname(path), name ?? ''), seen);
      }
    }
    return [...seen];
  };

  it('load nothing from node_modules', () => {
    const cli = join(root, 'cli', 'dist');
    const cliFiles = readdirSync(cli).filter((name) => name.endsWith('.cjs'));
    const imports = [
      ...hostChunks().flatMap((path) => [...read(path).matchAll(/^import .*? from ['"]([^'"]+)['"]/gm)]),
      ...cliFiles.flatMap((name) => [
        ...read(join(cli, name)).matchAll(/ (?:__toESM\()?require\(['"]([^'"]+)['"]\)/g),
      ]),
    ].map((match) => match[1] ?? '');
    expect(imports).toContain('node:http');
    for (const name of imports) expect(name.startsWith('./') || isBuiltin(name), name).toBe(true);
  });

  it('give the command no zod: it knows the params from the generated flags, and their types are erased', () => {
    const chunks = filesIn(join(root, 'cli', 'dist')).filter((path) => path.endsWith('.cjs'));
    expect(chunks).not.toEqual([]);
    for (const path of chunks) expect(read(path), path).not.toMatch(/ZodError|strictObject/);
  });

  it('give the link no dependency: it is small', () => {
    const [entry] = hostChunks('bproxy-host.mjs');
    const link = hostChunks('main-').find((path) => read(path).includes('link_start'));
    const seen = new Set([...loadedWith(entry ?? ''), ...loadedWith(link ?? '')]);
    const bytes = [...seen].reduce((sum, path) => sum + read(path).length, 0);
    expect(link).toBeDefined();
    expect(bytes).toBeLessThan(80_000);
    for (const path of seen) expect(read(path), path).not.toMatch(/fastify|ZodError|sonic-boom/);
  });
});
