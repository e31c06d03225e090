import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, prepareProfile } from './harness/chromium.ts';
import { html, Pages } from './harness/pages.ts';
import { until } from './harness/world.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'bproxy-packed-'));
let prefix = join(dir, 'prefix');
const user = join(dir, 'user');
const profile = join(dir, 'profile');

/** A new user's environment: nothing of this repository, of npm or of an earlier bproxy. */
const env = {
  HOME: user,
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  npm_config_update_notifier: 'false',
};

let pages: Pages;
let browser: Chromium | undefined;

const exec = (command: string, args: string[]) => promisify(execFile)(command, args, { cwd: user, env });
const run = async (command: string, ...args: string[]) => (await exec(command, args)).stdout;
const bproxy = async (...args: string[]) => JSON.parse(await run(join(prefix, 'bin/bproxy'), ...args));

const isConnected = () =>
  bproxy('status').then(
    ({ data }) => data.clients.length === 1,
    () => false,
  );

/** Offline: the package has nothing to fetch. */
async function installPackage(): Promise<void> {
  const [tarball = ''] = readdirSync(dir).filter((name) => name.endsWith('.tgz'));
  await run('npm', 'install', '--global', '--prefix', prefix, '--offline', '--no-audit', join(dir, tarball));
  rmSync(join(user, '.npm'), { recursive: true, force: true });
}

async function startBrowser(extension: string): Promise<void> {
  prepareProfile(profile);
  browser = new Chromium({ profile, log: join(dir, 'chromium.log'), env, extension });
  await until('the browser is connected', isConnected, 30_000);
}

async function stopEverything(): Promise<void> {
  await browser?.quit();
  await bproxy('service', 'stop');
  await until('no process is left', () => processes().length === 0);
}

/** Processes of the packed programs and of the browser that uses them. */
function processes(): string[] {
  const lines = readdirSync('/proc').map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  });
  return lines.filter((line) => line.includes(dir));
}

beforeAll(async () => {
  mkdirSync(user);
  pages = await Pages.serve({ '/': html('Packed', '<p>from the package</p>') });
  await run(process.execPath, join(root, 'scripts/package.mjs'), dir);
  await installPackage();
});

afterAll(async () => {
  await browser?.quit();
  await bproxy('service', 'stop').catch(() => undefined);
  await pages.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

describe('the packed tarball, installed into an empty prefix with an empty home', () => {
  it('is set up by `bproxy install`, works in a real Chromium, and leaves nothing behind', async () => {
    expect(readdirSync(user)).toEqual([]);

    const installed = await bproxy('install', '--user-data-dir', profile);
    const packed = join(prefix, 'lib/node_modules/bproxy');
    expect(installed).toMatchObject({
      home: join(user, '.bproxy'),
      hostBinary: join(packed, 'host/dist/bproxy-host.mjs'),
      extension: { path: join(packed, 'extension'), id: installed.extensionIds[0] },
    });

    // An update replaces the folder of the package; the registration must keep working.
    await installPackage();
    await startBrowser(installed.extension.path);
    const { data } = await bproxy('tab', 'open', '--url', pages.url('/'));
    expect(await bproxy('text', '-s', data.session)).toMatchObject({ data: { text: 'from the package' } });
    expect(await bproxy('service', 'status')).toMatchObject({ running: true });

    await stopEverything();
    const { files } = await bproxy('uninstall', '--purge');
    expect(files).toMatchObject([{ status: 'removed' }, { status: 'removed' }]);
    expect(existsSync(join(profile, 'NativeMessagingHosts'))).toBe(false);
    expect(readdirSync(user).filter((name) => name.includes('bproxy'))).toEqual([]);
  });

  it('works again after a move, once `service start` has repaired the launcher', async () => {
    await bproxy('install', '--user-data-dir', profile);
    const before = prefix;
    prefix = join(dir, 'moved');
    renameSync(before, prefix);
    const { stdout, stderr } = await exec(join(prefix, 'bin/bproxy'), ['service', 'start']);
    expect(JSON.parse(stdout)).toMatchObject({ running: true });
    expect(stderr).toMatch(/host program .* is gone\. The launcher was written again, with .*moved/);
    await startBrowser(join(prefix, 'lib/node_modules/bproxy/extension'));
    await stopEverything();
    await bproxy('uninstall', '--purge');
    expect(existsSync(join(user, '.bproxy'))).toBe(false);
  });

  it('has both programs on the PATH, and its scripts work from the unpacked archive', async () => {
    await expect(run(join(prefix, 'bin/bproxy-host'))).rejects.toThrow(/usage: bproxy-host/);
    const script = join(dir, 'bproxy/installers/install.sh');
    const planned = JSON.parse(await run(script, '--user-data-dir', profile, '--dry-run'));
    expect(planned.extension.path).toBe(join(dir, 'bproxy/extension'));
    expect(planned.hostBinary).toBe(join(dir, 'bproxy/host/dist/bproxy-host.mjs'));
  });
});
