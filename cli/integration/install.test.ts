import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli, runCli } from './cli-process.ts';

let folder: string;
let scope: string[];
let env: Record<string, string>;
beforeAll(() => {
  buildCli();
  folder = mkdtempSync(join(tmpdir(), 'bproxy-cli-install-'));
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  scope = ['--home', join(folder, 'home'), '--user-data-dir', profile];
  const host = join(folder, 'bproxy-host.mjs');
  writeFileSync(host, '', { mode: 0o755 });
  env = { BPROXY_SERVICE_BIN: host };
});
afterAll(() => rmSync(folder, { recursive: true }));

const manifests = () => join(folder, 'profile/NativeMessagingHosts');

describe('bproxy install and uninstall', () => {
  it('print their plan with --dry-run', async () => {
    const ended = await runCli(['install', ...scope, '--dry-run'], env);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true });
    expect(existsSync(manifests())).toBe(false);
  });

  it('register the host and remove it again', async () => {
    const installed = await runCli(['install', ...scope], env);
    expect(installed.code).toBe(0);
    const { extension, extensionIds, warnings } = JSON.parse(installed.stdout);
    expect(installed.stderr.trimEnd().split('\n')).toEqual([
      'bproxy is registered for user-data-dir. Three steps are left, once for each browser:',
      '1. Open chrome://extensions and switch on "Developer mode".',
      expect.stringContaining(extension ? `2. Click "Load unpacked" and choose ${extension.path}` : '2. '),
      `3. Click the bproxy icon: it says "Connected". If it does not, run \`bproxy doctor --user-data-dir ${scope[3]} --home ${scope[1]}\`.`,
      ...warnings.map((warning: string) => `Note: ${warning}`),
    ]);
    expect(extension?.id ?? extensionIds[0]).toBe(extensionIds[0]);
    expect(existsSync(join(manifests(), 'com.bproxy.host.json'))).toBe(true);
    const removed = await runCli(['uninstall', ...scope], env);
    expect(removed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(removed.stdout)).toMatchObject({ ok: true });
    expect(existsSync(join(manifests(), 'com.bproxy.host.json'))).toBe(false);
  });

  it('explain a refusal in one line', async () => {
    const ended = await runCli(['install', ...scope, '--browser', 'netscape'], env);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^[^\n]*netscape[^\n]*\n$/);
    expect(ended.stderr).not.toContain('bproxy itself failed');
  });
});
