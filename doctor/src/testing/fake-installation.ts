import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Machine, thisMachine } from '@bproxy/installers';
import type { Action } from '@bproxy/shared';
import type { Answer, Patient } from '../installation.ts';

export interface FakePatient {
  root: string;
  patient: Patient;
  /** Writes a file below the root; returns its path. */
  write(name: string, content: string | object, mode?: number): string;
  remove(): void;
}

/** A home in a temporary folder. What a test does not provide throws when it is asked. */
export function fakePatient(changes: Partial<Patient> = {}, machine: Partial<Machine> = {}): FakePatient {
  const root = mkdtempSync(join(tmpdir(), 'bproxy-doctor-'));
  const home = join(root, 'home');
  mkdirSync(home, { mode: 0o700 });
  const unexpected =
    (what: string) =>
    async (...words: unknown[]) => {
      throw new Error(`unexpected ${what}: ${JSON.stringify(words)}`);
    };
  return {
    root,
    patient: {
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

/** A daemon that answers by a table, and keeps what it was asked. */
export function fakeDaemon(answers: Partial<Record<Action, Answer>>) {
  const asked: Array<{ action: Action; params: object; session: string | undefined }> = [];
  const ask: Patient['ask'] = async (action, params, session) => {
    asked.push({ action, params, session });
    const answer = answers[action];
    if (!answer) throw new Error(`unexpected question: ${action}`);
    return answer;
  };
  return { ask, asked };
}
