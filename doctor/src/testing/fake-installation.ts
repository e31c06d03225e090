import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Machine, readEnvironment, thisMachine } from '@bproxy/installers';
import type { Action } from '@bproxy/shared';
import type { Facts } from '../facts.ts';
import type { Answer, Installation } from '../installation.ts';

export interface FakeInstallation {
  root: string;
  installation: Installation;
  /** Writes a file below the root and returns its path. */
  write(name: string, content: string | object, mode?: number): string;
  remove(): void;
}

/** Creates a home in a temporary folder. Everything that a test does not provide throws on use. */
export function fakeInstallation(
  changes: Partial<Installation> = {},
  machine: Partial<Machine> = {},
): FakeInstallation {
  const root = mkdtempSync(join(tmpdir(), 'bproxy-doctor-'));
  const home = join(root, 'home');
  mkdirSync(home, { mode: 0o700 });
  return {
    root,
    installation: {
      home,
      namesHome: false,
      machine: {
        ...thisMachine(),
        platform: 'linux',
        env: {},
        homeDir: join(root, 'user'),
        tempDir: '/no-temp',
        ...machine,
      },
      cliVersion: '1.2.3',
      hostBinary: { path: join(root, 'bproxy-host.mjs') },
      userDataDirs: [],
      extensionFolder: '/app/extension',
      namesProfiles: true,
      mayOpenPage: false,
      now: () => 1_000_000,
      newId: () => 'nonce',
      output: unexpected('program'),
      runHost: unexpected('host command'),
      ask: unexpected('question'),
      ...changes,
    },
    write: (name, content, mode = 0o600) => {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode });
      return path;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function unexpected(what: string) {
  return async (...words: unknown[]) => {
    throw new Error(`unexpected ${what}: ${JSON.stringify(words)}`);
  };
}

/** Returns the facts of a computer on which nothing is installed and nothing runs. */
export function fakeFacts(installation: Installation, changes: Partial<Facts> = {}): Facts {
  return {
    installation,
    environment: readEnvironment(installation.machine),
    kernelRelease: '',
    registration: {
      path: join(installation.home, 'install.json'),
      isSystem: false,
      receipt: undefined,
      problem: undefined,
    },
    config: { kind: 'valid', port: undefined },
    daemon: { running: undefined, status: undefined, problem: '' },
    browsers: [],
    launchError: undefined,
    testLauncher: unexpected('test of the launcher'),
    ...changes,
  };
}

/** Creates a daemon that answers from a table and records the requests. */
export function fakeDaemon(answers: Partial<Record<Action, Answer>>) {
  const asked: Array<{ action: Action; params: object; session: string | undefined }> = [];
  const ask: Installation['ask'] = async (action, params, session) => {
    asked.push({ action, params, session });
    const answer = answers[action];
    if (!answer) throw new Error(`unexpected question: ${action}`);
    return answer;
  };
  return { ask, asked };
}
