import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installOn } from '../install.ts';
import { type FakeComputer, fakeComputer } from '../testing/fake-machine.ts';
import { uninstallOn } from '../uninstall.ts';

let computer: FakeComputer;
beforeEach(() => {
  computer = fakeComputer();
});
afterEach(() => computer.remove());

function install(changes: Partial<FakeComputer['options']> = {}) {
  return installOn(computer.machine, { ...computer.options, browsers: ['chrome'], ...changes });
}

describe('install and uninstall refuse', () => {
  afterEach(() => expect(existsSync(join(computer.machine.homeDir, '.config'))).toBe(false));

  it('to run under sudo', async () => {
    computer.machine = { ...computer.machine, uid: 0, env: { SUDO_USER: 'ada' } };
    await expect(install()).rejects.toThrow('as the user whose browser it is');
    await expect(uninstallOn(computer.machine, computer.options)).rejects.toThrow(
      'as the user whose browser it is',
    );
  });

  it("to use another user's home", async () => {
    mkdirSync(computer.options.home);
    computer.machine.uid = 4242;
    await expect(install()).rejects.toThrow(/belongs to another user \(uid \d+, you are 4242\)/);
    await expect(uninstallOn(computer.machine, computer.options)).rejects.toThrow(/another user/);
  });

  it.each(['777', '770', '722'])('to use a home that others may write to (%s)', async (mode) => {
    mkdirSync(computer.options.home);
    chmodSync(computer.options.home, mode);
    await expect(install()).rejects.toThrow(`chmod 700 '${computer.options.home}'`);
  });

  it('to use a home that is a file', async () => {
    writeFileSync(computer.options.home, '');
    await expect(install()).rejects.toThrow(/is not a folder/);
  });

  it('to use a host program that does not exist', async () => {
    rmSync(computer.options.hostBinary);
    await expect(install()).rejects.toThrow(/is not there.*pnpm build/);
  });

  it('to use a receipt that they cannot read', async () => {
    mkdirSync(computer.options.home, { mode: 0o700 });
    for (const text of ['', '[]', '{"version":2}', '{"version":1,"files":[{}]}']) {
      writeFileSync(join(computer.options.home, 'install.json'), text);
      await expect(install()).rejects.toMatchObject({ problem: 'receipt-unreadable' });
    }
  });

  it.each(['', '~', '~/profile'])('to use the --user-data-dir "%s"', async (folder) => {
    await expect(install({ userDataDirs: [folder] })).rejects.toMatchObject({ problem: 'bad-path' });
  });

  it('to register a program in a cache that is emptied without notice', async () => {
    const cached = join(computer.root, '_npx/1a2b/node_modules/bproxy/host.mjs');
    mkdirSync(dirname(cached), { recursive: true });
    writeFileSync(cached, '');
    await expect(install({ hostBinary: cached })).rejects.toThrow(
      /emptied at any time.*npm install --global/,
    );
  });

  it('to write for every user without being root', async () => {
    computer.machine.uid = 1000;
    await expect(install({ system: true })).rejects.toThrow(/belong to root.*with sudo/);
  });

  it('to run on an unknown system', async () => {
    computer.machine.platform = 'freebsd';
    await expect(install()).rejects.toThrow(/freebsd/);
  });
});
