import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CheckResult, fail, notReached, pass, type Repair, type Verdict } from './check.ts';
import { diagnose } from './diagnose.ts';
import { diagnosisText } from './diagnosis-text.ts';
import type { Installation } from './installation.ts';
import { repair } from './repair.ts';
import { type FakeInstallation, fakeInstallation } from './testing/fake-installation.ts';

let fake: FakeInstallation;
let installation: Installation;
beforeEach(() => {
  fake = fakeInstallation();
  installation = { ...fake.installation, hostBinary: { path: fake.write('bproxy-host.mjs', '') } };
});
afterEach(() => fake.remove());

const result = (verdict: Verdict): CheckResult => ({ name: 'x', browser: null, ...verdict });
const broken = (...repairs: Repair[]) => [result(fail('It is broken.', { repairs }))];

describe('repair', () => {
  it('sets modes first, starts the daemon last, and does each repair once', async () => {
    const started: string[][] = [];
    const runHost = async (...words: string[]) => {
      started.push(words);
      expect(statSync(installation.home).mode & 0o777).toBe(0o700);
      return { pid: 1, port: 2 };
    };
    chmodSync(installation.home, 0o755);
    const chmod: Repair = { kind: 'chmod', path: installation.home, mode: 0o700 };
    const results = await repair(
      { ...installation, runHost },
      broken({ kind: 'start-daemon' }, chmod, chmod, { kind: 'start-daemon' }),
    );
    expect(results.map(({ done, says }) => [done, says])).toEqual([
      [true, `${installation.home} has mode 0700 now.`],
      [true, 'The daemon runs as process 1 on port 2.'],
    ]);
    expect(started).toEqual([['start']]);
  });

  it('does nothing for a check that passed or was not reached', async () => {
    const chmod: Repair = { kind: 'chmod', path: '/', mode: 0 };
    expect(
      await repair(installation, [
        result(pass('', { repairs: [chmod] })),
        result(notReached('', { repairs: [chmod] })),
      ]),
    ).toEqual([]);
  });

  it('reinstalls missing files, and reports a refusal without stopping', async () => {
    const data = [1, 2].map((number) => join(fake.root, `data${number}`));
    for (const folder of data) mkdirSync(folder);
    const foreign = fake.write('data1/NativeMessagingHosts/com.bproxy.host.json', '{"by":"another"}');
    const gone = fake.write('home/logs/last-launch-error.txt', 'x');
    const results = await repair(
      installation,
      broken(
        ...data.map(
          (userDataDir): Repair => ({
            kind: 'install',
            browser: 'user-data-dir',
            userDataDir,
            extensionIds: [EXTENSION_ID],
          }),
        ),
        { kind: 'remove-file', path: gone },
        { kind: 'remove-file', path: join(fake.root, 'never-there') },
      ),
    );
    expect(results.map(({ done }) => done)).toEqual([false, true, true, false]);
    expect(results[0]?.says).toContain("not bproxy's to overwrite");
    expect(results[1]?.says).toContain('Wrote ');
    expect(readFileSync(foreign, 'utf8')).toBe('{"by":"another"}');
    expect(existsSync(gone)).toBe(false);
  });
});

describe('diagnose', () => {
  it('names the failure to fix first, and prints it last', async () => {
    const well: Installation = {
      ...installation,
      output: async () => 'v22.0.0',
      runHost: async (word) => (word === 'status' ? { running: false, version: '1.2.3' } : { valid: true }),
    };
    const nothing = await diagnose(well, { fix: false });
    expect(nothing).toMatchObject({
      ok: false,
      cause: { rung: 'registration', browser: null, fix: 'bproxy install' },
    });
    expect(nothing).not.toHaveProperty('repairs');
    expect(JSON.stringify(nothing)).not.toContain('"repairs"');
    const text = diagnosisText(nothing);
    expect(text).toMatch(/^✓ node {10}\S/);
    expect(text).toMatch(/^✗ registration {2}bproxy is not registered/m);
    expect(text).toMatch(/^– page/m);
    expect(
      text.endsWith('\nCause: bproxy is not registered with any browser.\nFix:   bproxy install\n'),
    ).toBe(true);
  });

  it('runs the checks again after a repair', async () => {
    const data = join(fake.root, 'data');
    mkdirSync(data);
    const options = {
      home: installation.home,
      userDataDirs: [data],
      browsers: [],
      system: false,
      extensionIds: [],
      dryRun: false,
    };
    await install({ ...options, hostBinary: installation.hostBinary.path ?? '' });
    let running = false;
    const runHost = async (word = '') => {
      if (word === 'start') running = true;
      if (word === 'status')
        return running ? { running, pid: 7, port: 8, version: '1.2.3' } : { version: '1.2.3' };
      return { valid: true, pid: 7, port: 8 };
    };
    const daemon = { pid: 7, version: '1.2.3', startedBy: 'service' };
    const ask: Installation['ask'] = async () => ({ ok: true, data: { daemon, clients: [] } });
    const sick: Installation = { ...installation, output: async () => 'v22.0.0', runHost, ask };
    const { repairs, rungs: after } = await diagnose(sick, { fix: true });
    expect(repairs).toContainEqual(expect.objectContaining({ what: 'start the daemon', done: true }));
    expect(after.find(({ name }) => name === 'daemon')?.state).toBe('pass');
  });
});
