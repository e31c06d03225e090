import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { thisMachine } from './machine/machine.ts';
import { chooseNode, nodeFacts } from './machine/node-path.ts';

/** Folder trees as the version managers create them, with real links. One folder represents the whole disk. */
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bproxy-nodes-')));
});
afterEach(() => rmSync(root, { recursive: true }));

const HOME = '/Users/ada';

function file(path: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
  return path;
}

function link(path: string, target: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(join(root, target), join(root, path));
  return path;
}

/** Every real file reports a `node --version` that is new enough. The chosen file must exist. */
function choose(platform: 'linux' | 'darwin', execPath: string, onPath: string[]) {
  const outside = (path: string) => path.slice(root.length);
  const realPath = (path: string) => {
    const real = thisMachine().realPath(join(root, path));
    return real === undefined ? undefined : outside(real);
  };
  const machine = { ...thisMachine(), platform, homeDir: HOME, tempDir: '/tmp', execPath, realPath };
  const facts = nodeFacts(platform, {
    ...machine,
    env: { PATH: onPath.map((path) => dirname(path)).join(':') },
  });
  return chooseNode(facts, async (node) =>
    realPath(node) === undefined ? Promise.reject(new Error('ENOENT')) : 'v22.1.0',
  );
}

describe('the recorded Node', () => {
  it('is, with Homebrew, the link that `brew upgrade` moves, not the keg that it deletes', async () => {
    const keg = file('/opt/homebrew/Cellar/node/22.1.0/bin/node');
    link('/opt/homebrew/opt/node', '/opt/homebrew/Cellar/node/22.1.0');
    const bin = link('/opt/homebrew/bin/node', keg);
    expect(await choose('darwin', keg, [bin])).toMatchObject({ path: '/opt/homebrew/opt/node/bin/node' });
  });

  it('is, with a versioned formula of Homebrew, the link of that formula', async () => {
    const keg = file('/opt/homebrew/Cellar/node@20/20.19.0/bin/node');
    link('/opt/homebrew/opt/node@20', '/opt/homebrew/Cellar/node@20/20.19.0');
    const bin = '/opt/homebrew/opt/node@20/bin/node';
    expect(await choose('darwin', keg, [bin])).toMatchObject({ path: bin });
  });

  it('is, with nvm, the `current` link if nvm keeps it, and otherwise the versioned file', async () => {
    const node = file(`${HOME}/.nvm/versions/node/v22.1.0/bin/node`);
    const chosen = await choose('linux', node, [node]);
    expect(chosen.path).toBe(node);
    expect(chosen.fallbacks).toContain('/usr/bin/node');
    link(`${HOME}/.nvm/current`, `${HOME}/.nvm/versions/node/v22.1.0`);
    expect((await choose('linux', node, [node])).path).toBe(`${HOME}/.nvm/current/bin/node`);
  });

  it.each([
    ['linux', `${HOME}/.local/share/fnm`],
    ['darwin', `${HOME}/Library/Application Support/fnm`],
  ] as const)('is, with fnm on %s, its default alias, never the link of the shell', async (platform, fnm) => {
    const installation = `${fnm}/node-versions/v22.1.0/installation`;
    const node = file(`${installation}/bin/node`);
    link('/run/user/1000/fnm_multishells/12_345', installation);
    const shell = '/run/user/1000/fnm_multishells/12_345/bin/node';
    expect((await choose(platform, node, [shell])).path).toBe(node);
    link(`${fnm}/aliases/default`, installation);
    expect((await choose(platform, node, [shell])).path).toBe(`${fnm}/aliases/default/bin/node`);
  });

  it('is, with Volta, the image, which Volta keeps on updates; the shim is the fallback', async () => {
    const image = file(`${HOME}/.volta/tools/image/node/22.1.0/bin/node`);
    file(`${HOME}/.volta/bin/volta-shim`);
    const shim = link(`${HOME}/.volta/bin/node`, `${HOME}/.volta/bin/volta-shim`);
    const chosen = await choose('linux', image, [shim]);
    expect(chosen.path).toBe(image);
    expect(chosen.fallbacks).toContain(shim);
  });

  it('is, with asdf, the versioned file: the shim needs the PATH of a shell', async () => {
    const node = file(`${HOME}/.asdf/installs/nodejs/22.1.0/bin/node`);
    const shim = file(`${HOME}/.asdf/shims/node`);
    const chosen = await choose('linux', node, [shim, node]);
    expect(chosen.path).toBe(node);
    expect(chosen.fallbacks).not.toContain(shim);
  });

  it('is, from a distribution, the file on the PATH', async () => {
    const node = file('/usr/bin/node');
    link('/bin', '/usr/bin');
    expect(await choose('linux', node, ['/bin/node', node])).toMatchObject({ path: '/usr/bin/node' });
  });
});
