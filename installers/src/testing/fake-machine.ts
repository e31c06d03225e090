import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Files } from '../machine/files.ts';
import { type Machine, thisMachine } from '../machine/machine.ts';
import type { InstallOptions } from '../plan/options.ts';

export interface FakeComputer {
  /** The folder that holds everything the test writes. */
  root: string;
  machine: Machine;
  options: InstallOptions;
  remove(): void;
}

/** Creates a user's home in a temporary folder, with this process's real Node and file system. */
export function fakeComputer(changes: Partial<Machine> = {}): FakeComputer {
  const root = mkdtempSync(join(tmpdir(), 'bproxy-install-'));
  const homeDir = join(root, 'user');
  const hostBinary = join(root, 'app', 'bproxy-host.mjs');
  mkdirSync(homeDir);
  mkdirSync(join(root, 'app'));
  writeFileSync(hostBinary, '');
  return {
    root,
    machine: { ...thisMachine(), platform: 'linux', env: {}, homeDir, tempDir: '/no-temp', ...changes },
    options: {
      home: join(homeDir, '.bproxy'),
      system: false,
      hostBinary,
      userDataDirs: [],
      browsers: [],
      extensionIds: [],
      dryRun: false,
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Creates a computer that exists only as a list of files and links. `links` maps a path to its target. */
export function imaginaryMachine(
  changes: Partial<Machine>,
  folders: readonly string[] = [],
  links: Readonly<Record<string, string>> = {},
): Machine {
  return {
    platform: 'linux',
    env: {},
    homeDir: '/home/ada',
    tempDir: '/tmp',
    uid: 1000,
    execPath: '/usr/bin/node',
    listFolder: (path) => (folders.includes(path) ? ['Default'] : undefined),
    realPath: (path) => links[path],
    nodeVersion: notThere,
    files: {
      look: notThere,
      follow: notThere,
      read: notThere,
      write: notThere,
      remove: notThere,
      makeFolder: notThere,
      removeFolder: notThere,
      removeTree: notThere,
    },
    registry: { read: notThere, write: notThere, remove: notThere },
    ...changes,
  };
}

function notThere(): never {
  throw new Error('A computer that exists only on paper has no such thing.');
}

/** Returns the same file system with each path moved: a whole disk, or a drive C:, below a folder of the test. */
export function relocated(files: Files, toReal: (path: string) => string): Files {
  return {
    look: (path) => files.look(toReal(path)),
    follow: (path) => files.follow(toReal(path)),
    read: (path) => files.read(toReal(path)),
    write: (path, content, mode) => files.write(toReal(path), content, mode),
    remove: (path) => files.remove(toReal(path)),
    makeFolder: (path, mode) => files.makeFolder(toReal(path), mode),
    removeFolder: (path) => files.removeFolder(toReal(path)),
    removeTree: (path) => files.removeTree(toReal(path)),
  };
}
