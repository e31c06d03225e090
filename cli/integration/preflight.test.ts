import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCli, type Ended, runCli } from './cli-process.ts';
import { type FakeDaemon, makeHome, publish, startFakeDaemon, TOKEN } from './fake-daemon.ts';

let daemon: FakeDaemon;
beforeAll(buildCli);
beforeEach(async () => {
  daemon = await startFakeDaemon();
});
afterEach(() => daemon.close());

const status = () => runCli(['status'], { BPROXY_HOME: daemon.home });
const token = () => join(daemon.home, 'token');

function expectRefusal(ended: Ended, reason: RegExp): void {
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^[^\n]+\n$/);
  expect(ended.stderr).toMatch(reason);
  expect(ended.stderr).not.toContain(TOKEN);
  expect(daemon.received).toEqual([]);
}

describe('the token', () => {
  it.each([0o644, 0o640, 0o400, 0o700, 0o4600])('is not used if its file has mode %o', async (mode) => {
    chmodSync(token(), mode);
    expectRefusal(await status(), /has mode \d{4} and must have 0600/);
  });

  it('is not used behind a symbolic link', async () => {
    renameSync(token(), join(daemon.home, 'real'));
    symlinkSync('real', token());
    expectRefusal(await status(), /symbolic link/);
  });

  it('is used only from a regular file', async () => {
    rmSync(token());
    mkdirSync(token(), { mode: 0o600 });
    expectRefusal(await status(), /not a regular file/);
    rmSync(token(), { recursive: true });
    execFileSync('mkfifo', ['-m', '600', token()]);
    expectRefusal(await status(), /not a regular file/);
  });

  it.runIf(process.getuid?.() === 0)('is not used if its file belongs to another user', async () => {
    execFileSync('chown', ['12345', token()]);
    expectRefusal(await status(), /belongs to another user/);
  });

  it('is not used if its file holds something else', async () => {
    writeFileSync(token(), 'two\nlines');
    expectRefusal(await status(), /holds no token/);
  });

  it('is reported as missing where no daemon ever ran', async () => {
    rmSync(token());
    expectRefusal(await status(), /no token.*service start/);
  });
});

describe('bproxy reports that no daemon runs', () => {
  it('when there is no port file', async () => {
    rmSync(join(daemon.home, 'port'));
    expectRefusal(await status(), /daemon is not running.*service start/);
  });

  it.each(['', 'x', '0', '65536', '-1', '1 2'])('when the port file holds %j', async (text) => {
    writeFileSync(join(daemon.home, 'port'), text);
    expectRefusal(await status(), /port file .* holds no port/);
  });

  it('when nothing listens on the port', async () => {
    const home = makeHome();
    try {
      publish(home, 1);
      expectRefusal(await runCli(['status', '--home', home]), /daemon is not running.*service start/);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('and quotes the home for the shell in the command that it advises', async () => {
    const ended = await runCli(['status', '--home', "/no/such home/it's"]);
    expectRefusal(ended, /Run `bproxy service start --home '\/no\/such home\/it'\\''s'`/);
    expectRefusal(await runCli(['status'], { BPROXY_HOME: '/no/such home' }), /Run `bproxy service start`/);
  });
});
