import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCli, PROGRAM, runCli } from './cli-process.ts';

let folder: string;
let home: string;
let data: string;
let env: Record<string, string>;
beforeAll(buildCli);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bproxy-cli-doctor-'));
  home = join(folder, 'my-name', '.bproxy');
  data = join(folder, 'my-name', 'data');
  mkdirSync(data, { recursive: true });
  env = { HOME: join(folder, 'my-name'), XDG_CONFIG_HOME: join(folder, 'config'), BPROXY_HOME: home };
});
afterEach(async () => {
  await runCli(['service', 'stop'], env);
  rmSync(folder, { recursive: true, force: true });
});

const doctor = async (...flags: string[]) => {
  const { code, stdout, stderr } = await runCli(['doctor', '--json', ...flags], env);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\{[^\n]*\}\n$/);
  return { code, ...JSON.parse(stdout) };
};
const stateOf = (diagnosis: { rungs: Array<{ name: string; state: string }> }, name: string) =>
  diagnosis.rungs.find((rung) => rung.name === name)?.state;

describe('bproxy doctor', () => {
  it('prints a ladder that ends with the cause and its fix, and changes nothing', async () => {
    const { code, stdout, stderr } = await runCli(['doctor'], env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^✓ node /);
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual([
      'Cause: bproxy is not registered with any browser.',
      'Fix:   bproxy install',
    ]);
    expect(stdout).not.toContain('\u001b');
    expect(existsSync(home)).toBe(false);
  });

  it('exits with 2 for a wrong command line', async () => {
    expect(await runCli(['doctor', '--yes'], env)).toMatchObject({ code: 2, stdout: '' });
  });

  it('starts the real launcher and leaves no daemon behind', async () => {
    await runCli(['install', '--user-data-dir', data], env);
    const found = await doctor();
    expect(found).toMatchObject({ code: 1, ok: false, cause: { rung: 'extension' } });
    expect([stateOf(found, 'manifest'), stateOf(found, 'launcher')]).toEqual(['pass', 'pass']);
    expect(stateOf(found, 'daemon')).toBe('fail');
    expect(JSON.parse((await runCli(['service', 'status'], env)).stdout)).toMatchObject({ running: false });
  });

  it('repairs only files of bproxy with --fix', async () => {
    const other = join(folder, 'my-name', 'other');
    mkdirSync(other);
    await runCli(['install', '--user-data-dir', data, '--user-data-dir', other], env);
    const manifest = join(data, 'NativeMessagingHosts', 'com.bproxy.host.json');
    const foreign = join(other, 'NativeMessagingHosts', 'com.bproxy.host.json');
    rmSync(manifest);
    writeFileSync(foreign, '{"name":"com.bproxy.host"}');
    mkdirSync(join(home, 'logs'), { mode: 0o755 });
    writeFileSync(join(home, 'logs', 'last-launch-error.txt'), 'old\n');
    const fixed = await doctor('--fix');
    expect(fixed.repairs.map(({ what, done }: { what: string; done: boolean }) => ({ what, done }))).toEqual([
      { what: `make ${join(home, 'logs')} private`, done: true },
      { what: `install for ${data}`, done: true },
      { what: 'start the daemon', done: true },
    ]);
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ type: 'stdio' });
    expect(readFileSync(foreign, 'utf8')).toBe('{"name":"com.bproxy.host"}');
    expect(statSync(join(home, 'logs')).mode & 0o777).toBe(0o700);
    expect(fixed).toMatchObject({ code: 1, cause: { rung: 'manifest', browser: other } });
    expect([stateOf(fixed, 'daemon'), stateOf(fixed, 'port')]).toEqual(['pass', 'pass']);
  });

  it('names the bad key of the settings, even when it keeps the daemon from starting', async () => {
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'config.json'), '{"pacing":{"human":{"navigate":{"min":5,"max":1}}}}');
    const found = await doctor('--fix');
    expect(found.cause).toMatchObject({
      rung: 'config',
      says: expect.stringContaining('pacing.human.navigate'),
    });
    expect(found.repairs).toEqual([
      { what: 'start the daemon', done: false, says: expect.stringContaining('pacing.human.navigate') },
    ]);
  });

  it('notices that the token file does not match the daemon', async () => {
    await runCli(['service', 'start'], env);
    writeFileSync(join(home, 'token'), 'f'.repeat(64), { mode: 0o600 });
    const found = await doctor();
    expect([stateOf(found, 'daemon'), stateOf(found, 'port')]).toEqual(['fail', 'fail']);
    const port = found.rungs.find(({ name }: { name: string }) => name === 'port');
    expect(port.says).toContain('refuses the token of this home');
  });
});

describe('bproxy report', () => {
  it('prints one JSON object without the planted secrets', async () => {
    await runCli(['install', '--user-data-dir', data], env);
    await runCli(['service', 'start'], env);
    const token = readFileSync(join(home, 'token'), 'utf8');
    const line = { ts: 1, event: 'crash', error: `${home} https://bank.test/a?q=planted-query ${token}` };
    const typed = { ts: 2, event: 'request', params: { value: 'planted-value', title: 'planted-title' } };
    writeFileSync(
      join(home, 'logs', '2999-01-01.log'),
      `${JSON.stringify(line)}\n${JSON.stringify(typed)}\n`,
    );
    const { code, stdout, stderr } = await runCli(['report', '--lines', '5'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ ok: true, doctor: { ok: false }, system: { type: expect.any(String) } });
    expect(report.logs['2999-01-01.log']).toEqual([
      { ts: 1, event: 'crash', error: '~/.bproxy https://bank.test [token]' },
      { ts: 2, event: 'request' },
    ]);
    for (const secret of [token, 'planted', 'my-name', folder]) expect(stdout).not.toContain(secret);
  });
});

describe('bproxy completion', () => {
  it('prints a script that a real bash can source', () => {
    const program = [
      `bproxy() { ${JSON.stringify(process.execPath)} ${JSON.stringify(PROGRAM)} "$@"; }`,
      'source <(bproxy completion bash)',
      `COMP_WORDS=(bproxy completion z); COMP_CWORD=2; _bproxy; echo "\${COMPREPLY[@]}"`,
    ].join('\n');
    const ran = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stdout: 'zsh\n', stderr: '' });
  });
});
