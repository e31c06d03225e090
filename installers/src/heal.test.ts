import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { healOn } from './heal.ts';
import { installOn } from './install.ts';
import { type FakeComputer, fakeComputer } from './testing/fake-machine.ts';
import { uninstallOn } from './uninstall.ts';

const ECHO = 'process.stdout.write(process.argv.slice(2).join(" "))';

let computer: FakeComputer;
let launcher: string;
/** A Node of the user's own, so that the test can move it away. */
let node: string;
beforeEach(async () => {
  computer = fakeComputer();
  node = join(computer.root, 'tools/bin/node');
  mkdirSync(join(computer.root, 'tools/bin'), { recursive: true });
  symlinkSync(process.execPath, node);
  // No alias exists, so that this Node is chosen.
  computer.machine = { ...computer.machine, execPath: node, realPath: () => undefined };
  writeFileSync(computer.options.hostBinary, ECHO);
  const report = await installOn(computer.machine, {
    ...computer.options,
    userDataDirs: [join(computer.root, 'profile')],
  });
  launcher = report.launcher;
});
afterEach(() => computer.remove());

const heal = (hostBinary = computer.options.hostBinary) =>
  healOn(computer.machine, { home: computer.options.home, hostBinary });
const launched = () => execFileSync(launcher, ['x'], { encoding: 'utf8' });
const receipt = () => JSON.parse(readFileSync(join(computer.options.home, 'install.json'), 'utf8'));

describe('heal', () => {
  it('does nothing when all is well or nothing is installed', async () => {
    const before = statSync(launcher).ino;
    expect(await heal()).toBeUndefined();
    expect(statSync(launcher).ino).toBe(before);
    await uninstallOn(computer.machine, computer.options);
    expect(await heal()).toBeUndefined();
    expect(existsSync(computer.options.home)).toBe(false);
  });

  it('restores a deleted launcher, and says so', async () => {
    rmSync(launcher);
    expect(await heal()).toMatch(/launcher .*bproxy-host is gone\. The launcher was written again/);
    expect(launched()).toBe(`link --home ${computer.options.home} x`);
    expect(statSync(launcher).mode & 0o777).toBe(0o755);
    expect(await heal()).toBeUndefined();
  });

  it('follows a package that moved, and uninstall still recognises every file', async () => {
    const moved = join(computer.root, 'moved.mjs');
    renameSync(computer.options.hostBinary, moved);
    expect(() => launched()).toThrow();
    expect(await heal(moved)).toContain(`${computer.options.hostBinary} is gone`);
    expect(launched()).toBe(`link --home ${computer.options.home} x`);
    expect(receipt()).toMatchObject({ hostBinary: moved });
    expect((await uninstallOn(computer.machine, computer.options)).files.map(({ status }) => status)).toEqual(
      ['removed', 'removed'],
    );
  });

  it('chooses another Node when the recorded one is gone', async () => {
    expect(receipt().node).toBe(node);
    rmSync(node);
    computer.machine.execPath = process.execPath;
    expect(await heal()).toContain(`the Node ${node} is gone`);
    expect(receipt().node).toBe(process.execPath);
    expect(launched()).toBe(`link --home ${computer.options.home} x`);
  });

  it('ignores another copy of bproxy while the registered one exists', async () => {
    const other = join(computer.root, 'other.mjs');
    writeFileSync(other, '');
    expect(await heal(other)).toBeUndefined();
    expect(receipt().hostBinary).toBe(computer.options.hostBinary);
  });

  it.each(['changed', 'link'])('never overwrites a launcher that is %s', async (kind) => {
    rmSync(computer.options.hostBinary);
    rmSync(launcher);
    if (kind === 'link') symlinkSync('/bin/true', launcher);
    else writeFileSync(launcher, '#!/bin/sh\n# mine\n');
    const other = join(computer.root, 'other.mjs');
    writeFileSync(other, '');
    const before = readFileSync(launcher);
    expect(await heal(other)).toMatch(/It was not repaired, because .*bproxy-host (was changed|is a link)/);
    expect(readFileSync(launcher).equals(before)).toBe(true);
  });

  it('refuses to repair inside a folder that others may write to', async () => {
    rmSync(launcher);
    chmodSync(computer.options.home, 0o777);
    await expect(heal()).rejects.toThrow(/chmod 700/);
  });
});
