import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_REQUEST_BYTES, NONCE_HEADER } from '@bproxy/shared';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proofOf } from '../../host/src/daemon/http/auth.ts';
import { buildCli, type Ended, runCli, startCli } from './cli-process.ts';
import { type FakeDaemon, makeHome, publish, startFakeDaemon, success, TOKEN } from './fake-daemon.ts';

const FILL = ['fill', '--selector', '#a', '--method', 'direct', '--world', 'isolated', '-s', 'abcdef'];
const SCREENSHOT = ['screenshot', '-s', 'abcdef'];
const RAW_CODE = /\bE[A-Z]{4,}\b/;

let daemon: FakeDaemon;
let folder: string;
const env = () => ({ BPROXY_HOME: daemon.home });

beforeAll(async () => {
  buildCli();
  daemon = await startFakeDaemon();
  daemon.reply = ({ body }, response) =>
    response.end(JSON.stringify(success(body['id'], { base64: '', format: 'png' })));
  folder = mkdtempSync(join(tmpdir(), 'bproxy-cli-files-'));
  writeFileSync(join(folder, 'file'), 'x');
});
afterAll(async () => {
  await daemon.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  daemon.received.length = 0;
});

/** Expects one sentence on stderr and no request. */
function expectRefusal(ended: Ended, reason: RegExp): void {
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(reason);
  expect(ended.stderr).toMatch(/^[^\n]+\n$/);
  expect(ended.stderr).not.toMatch(RAW_CODE);
  expect(daemon.received).toEqual([]);
}

describe('--output-dir', () => {
  it.runIf(process.platform === 'linux').each(['/proc/x', '/proc/1/x/y'])(
    'is refused at %s, where no folder can be created',
    async (path) => {
      const ended = await runCli([...SCREENSHOT, '--output-dir', path], env());
      expectRefusal(ended, /^No picture was taken: .*no folder can be made there.*--output-dir\.\n$/);
    },
  );

  it('is refused with a sentence that names the obstacle', async () => {
    const at = (path: string) => runCli([...SCREENSHOT, '--output-dir', join(folder, path)], env());
    expectRefusal(await at('file'), /something else of that name is there/);
    expectRefusal(await at('file/below'), /a part of its path is a file/);
  });

  it('creates missing folders', async () => {
    const path = join(folder, 'a', 'b');
    expect((await runCli([...SCREENSHOT, '--output-dir', path], env())).code).toBe(0);
    expect(readdirSync(path)).toHaveLength(1);
  });
});

describe('a text from a file or stdin', () => {
  it('is not awaited longer than --timeout from a pipe', async () => {
    const pipe = join(folder, 'silent');
    execFileSync('mkfifo', [pipe]);
    const ended = await runCli([...FILL, '--value-file', pipe, '--timeout', '300'], env());
    expectRefusal(ended, /^Nothing was sent: the file of --value-file did not end within 300 ms\.\n$/);
  });

  it('is not awaited longer than --timeout from stdin', async () => {
    const child = startCli([...FILL, '--value-stdin', '--timeout', '300'], env());
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    expectRefusal({ code, stdout: '', stderr }, /^Nothing was sent: the text of --value-stdin did not end/);
  });

  it('that cannot be read is refused with the reason in a sentence', async () => {
    const from = (path: string) => runCli([...FILL, '--value-file', path], env());
    expectRefusal(await from(join(folder, 'none')), /there is no such file or folder/);
    expectRefusal(await from(folder), /it is a folder, not a file/);
    expectRefusal(await from(join(folder, 'file', 'x')), /a part of its path is a file/);
  });

  it('that is too long is refused with the limit and a note that nothing was sent', async () => {
    const large = join(folder, 'large');
    writeFileSync(large, '');
    truncateSync(large, 40 * 1024 * 1024);
    const limit = /^Nothing was sent: .* is too long\. The daemon takes at most 33554432 bytes \(32 MiB\)/;
    expectRefusal(await runCli([...FILL, '--value-file', large], env()), limit);
    const text = 'x'.repeat(MAX_REQUEST_BYTES + 1);
    expectRefusal(await runCli([...FILL, '--value-stdin'], env(), text), limit);
    // The text alone fits, but not after JSON escapes it.
    const quotes = '"'.repeat(MAX_REQUEST_BYTES - 1000);
    expectRefusal(await runCli([...FILL, '--value-stdin'], env(), quotes), limit);
    expectRefusal(await runCli([...FILL, '--value-file', '/dev/zero'], env()), limit);
  });
});

describe('a daemon that leaves before it has the whole request', () => {
  let server: Server;
  let home: string;
  beforeAll(async () => {
    home = makeHome();
    // Proves the token, then closes the connection at the first bytes of the request.
    server = createServer((socket) => {
      socket.on('error', () => {});
      let head = '';
      socket.on('data', (chunk) => {
        head += chunk.toString('latin1');
        if (head.startsWith('POST')) return socket.resetAndDestroy();
        const nonce = new RegExp(`${NONCE_HEADER}: (\\w+)`, 'i').exec(head)?.[1];
        if (nonce === undefined || !head.endsWith('\r\n\r\n')) return;
        const proof = proofOf(TOKEN, nonce, socket);
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${proof.length}\r\n\r\n${proof}`);
        head = '';
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    publish(home, address !== null && typeof address === 'object' ? address.port : 0);
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(home, { recursive: true });
  });

  it('has done nothing, and the command says so', async () => {
    const text = 'x'.repeat(20 * 1024 * 1024);
    const ended = await runCli([...FILL, '--value-stdin'], { BPROXY_HOME: home }, text);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^Nothing was done: .*before it had the whole request/);
  });
});
