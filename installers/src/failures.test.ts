import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { healOn } from './heal.ts';
import { installOn } from './install.ts';
import { type Files, realFiles } from './machine/files.ts';
import { type FakeComputer, fakeComputer } from './testing/fake-machine.ts';
import { uninstallOn } from './uninstall.ts';

let computer: FakeComputer;
let one: string;
let two: string;
beforeEach(() => {
  computer = fakeComputer();
  one = join(computer.root, 'one');
  two = join(computer.root, 'two');
});
afterEach(() => computer.remove());

const install = (userDataDirs = [one, two]) =>
  installOn(computer.machine, { ...computer.options, userDataDirs });

/** Lists everything below the test's folder, with content and mode. */
function everything(): string[] {
  return readdirSync(computer.root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(computer.root, name);
      const { mode } = statSync(path);
      return `${name} ${mode.toString(8)} ${statSync(path).isFile() ? readFileSync(path, 'utf8') : ''}`;
    });
}

/** Uses real files until the write of this number, which goes to /dev/full, Linux's own full device. */
function fullAfter(count: number): Files {
  let writes = 0;
  return {
    ...realFiles,
    write: (path, content, mode) => {
      writes += 1;
      return writes === count ? writeFile('/dev/full', content) : realFiles.write(path, content, mode);
    },
  };
}

function failing(code: string, method: 'write' | 'makeFolder' | 'remove'): Files {
  const fail = () => Promise.reject(Object.assign(new Error(`${code}: injected`), { code }));
  return { ...realFiles, [method]: fail };
}

describe('a full disk', () => {
  // Receipt, launcher, two manifests, and the receipt again if it had to record older files.
  it.each([1, 2, 3, 4])('leaves nothing of a first install when write %i fails', async (count) => {
    const before = everything();
    computer.machine.files = fullAfter(count);
    const attempt = install();
    await expect(attempt).rejects.toMatchObject({ name: 'InstallError', problem: 'write-failed' });
    await expect(attempt).rejects.toThrow(
      /this failed: the disk is full\. Free some space and run this again\.$/,
    );
    expect(everything()).toEqual(before);
  });

  it.each([1, 2, 3, 4, 5])('leaves an older install unchanged when write %i fails', async (count) => {
    await install();
    const before = everything();
    const hostBinary = join(computer.root, 'app/new.mjs');
    writeFileSync(hostBinary, '');
    const withNewHost = everything();
    computer.machine.files = fullAfter(count);
    const attempt = installOn(computer.machine, {
      ...computer.options,
      hostBinary,
      extensionIds: ['a'.repeat(32)],
      userDataDirs: [one, two],
    });
    await expect(attempt).rejects.toThrow(/disk is full/);
    expect(everything()).toEqual(withNewHost);
    expect(withNewHost.length).toBe(before.length + 1);
  });

  it.each([1, 2, 3])('leaves a broken launcher unchanged when healing fails at write %i', async (count) => {
    await install();
    const hostBinary = join(computer.root, 'app/new.mjs');
    writeFileSync(hostBinary, '');
    rmSync(computer.options.hostBinary);
    const before = everything();
    computer.machine.files = fullAfter(count);
    await expect(healOn(computer.machine, { home: computer.options.home, hostBinary })).rejects.toThrow(
      /disk is full/,
    );
    expect(everything()).toEqual(before);
  });
});

describe('a folder that cannot be written', () => {
  it.each([
    ['EROFS', 'write', /read-only\. Make that disk writable, or name another folder/],
    ['EACCES', 'makeFolder', /: the system does not let you use it\. Make it writable and run this again/],
  ] as const)('is reported as a sentence (%s), and nothing is left behind', async (code, method, message) => {
    const before = everything();
    computer.machine.files = failing(code, method);
    await expect(install()).rejects.toThrow(message);
    expect(everything()).toEqual(before);
  });

  it('is reported for a real folder in which not even root may write', async () => {
    const before = everything();
    await expect(install([one, '/sys/bproxy-test'])).rejects.toThrow(/: \/sys\/bproxy-test: the system/);
    expect(everything()).toEqual(before);
  });

  it('lets a failed uninstall run again', async () => {
    mkdirSync(one);
    await install([one]);
    computer.machine.files = failing('EACCES', 'remove');
    await expect(uninstallOn(computer.machine, computer.options)).rejects.toThrow(
      /com\.bproxy\.host\.json could not be removed: the system .* run this again/,
    );
    computer.machine.files = realFiles;
    const { files } = await uninstallOn(computer.machine, computer.options);
    expect(files.map(({ status }) => status)).toEqual(['removed', 'removed']);
    expect(readdirSync(one)).toEqual([]);
  });
});
