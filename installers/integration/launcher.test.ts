import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const NAMES = [
  'it\'s "two"  words $HOME $(touch pwned) `touch pwned`;&|<>*?[a]!#~',
  '100% %PATH% ^& back\\slash\\ grüße 日本 🦊',
  '-rf --help',
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bproxy-launch-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface LinkMessage {
  type: string;
  state: string;
}

/** Reads the first message of the launched program: four bytes of length, then JSON, and not a byte more. */
function firstFrame(child: ChildProcess): Promise<LinkMessage> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    child.once('exit', (code) => reject(new Error(`the launcher ended with ${code}: ${received}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const size = received.length < 4 ? Number.POSITIVE_INFINITY : received.readUInt32LE(0);
      if (received.length >= 4 + size) resolve(JSON.parse(received.toString('utf8', 4, 4 + size)));
    });
  });
}

describe('the launcher that a manifest names', () => {
  it.each(NAMES)('starts the real host with an empty environment below a folder named %j', async (name) => {
    const folder = join(root, name);
    const [home, profile] = [join(folder, 'home'), join(folder, 'profile')];
    // Node loads no module from a path with a backslash.
    const programs = join(root, name.replaceAll('\\', ''), 'programs');
    mkdirSync(folder);
    mkdirSync(programs, { recursive: true });
    for (const part of ['cli/dist', 'host/dist'])
      cpSync(join(repository, part), join(programs, part), { recursive: true });
    const bproxy = (...args: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, [join(programs, 'cli/dist/bproxy.cjs'), ...args, '--home', home], {
          cwd: root,
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      );

    bproxy('install', '--user-data-dir', profile);
    const manifest = readFileSync(join(profile, 'NativeMessagingHosts/com.bproxy.host.json'), 'utf8');
    const { path, allowed_origins } = JSON.parse(manifest);
    expect(path).toBe(join(home, 'bin/bproxy-host'));
    const child = spawn(path, allowed_origins, { env: {}, cwd: join(home, 'bin') });
    try {
      expect(await firstFrame(child)).toMatchObject({
        type: 'link',
        state: expect.stringMatching(/^(starting|attached)$/),
      });
      expect(child.spawnargs[0]).toBe(path);
      // A daemon that is still starting cannot be stopped.
      while (!existsSync(join(home, 'ready'))) await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await ended;
      bproxy('service', 'stop');
    }
    expect(existsSync(join(root, 'pwned')) || existsSync(join(home, 'bin/pwned'))).toBe(false);

    bproxy('uninstall');
    expect(readdirSync(home)).toEqual(['logs']);
    expect(existsSync(profile)).toBe(false);
  });
});
