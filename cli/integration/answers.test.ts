import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli, PROGRAM, runCli, startCli } from './cli-process.ts';
import { type FakeDaemon, failure, startFakeDaemon, success, TOKEN } from './fake-daemon.ts';

let daemon: FakeDaemon;
const env = () => ({ BPROXY_HOME: daemon.home });

beforeAll(async () => {
  buildCli();
  daemon = await startFakeDaemon();
});
afterAll(() => daemon.close());

const BIG = 'ä'.repeat(2_500_000);

describe('bproxy', () => {
  it.each([200, 400, 500])('exits with 1 for an error envelope with HTTP %i', async (status) => {
    daemon.reply = ({ body }, response) => {
      response.writeHead(status).end(JSON.stringify(failure(body['id'], 'TAB_NOT_FOUND')));
    };
    const ended = await runCli(['status'], env());
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, error: { code: 'TAB_NOT_FOUND' } });
  });

  it('exits with 1 for an HTTP 400 without an id: the daemon could not read ours', async () => {
    daemon.reply = (_received, response) => {
      response.writeHead(400).end(JSON.stringify(failure('', 'BAD_REQUEST')));
    };
    expect(await runCli(['status'], env())).toMatchObject({ code: 1, stderr: '' });
  });

  it.each([401, 403])('exits with 2 for HTTP %i, because the token may be stale', async (status) => {
    daemon.reply = ({ body }, response) => {
      response.writeHead(status).end(JSON.stringify(failure(body['id'], 'UNAUTHORIZED')));
    };
    const ended = await runCli(['status'], env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^[^\n]*stale[^\n]*service restart[^\n]*\n$/);
  });

  it('asks a daemon that was just replaced once more, with its new token', async () => {
    const seen: unknown[] = [];
    daemon.provenToken = () => {
      writeFileSync(join(daemon.home, 'token'), 'the-next-token');
      return 'the-next-token';
    };
    daemon.reply = ({ headers, body }, response) => {
      seen.push(headers.authorization);
      response.end(JSON.stringify(success(body['id'])));
    };
    expect(await runCli(['status'], env())).toMatchObject({ code: 0, stderr: '' });
    expect(seen).toEqual(['Bearer the-next-token']);
    daemon.provenToken = () => TOKEN;
    writeFileSync(join(daemon.home, 'token'), TOKEN);
  });

  const malformed: Array<[name: string, status: number, body: (id: unknown) => string]> = [
    ['no JSON', 200, () => '<html>'],
    ['nothing', 200, () => ''],
    ['a list', 200, () => '[]'],
    ['another id', 200, () => JSON.stringify(success('other'))],
    ['another version', 200, (id) => JSON.stringify({ ...success(id), protocol_version: 2 })],
    ['no page', 200, (id) => JSON.stringify({ ...success(id), page: undefined })],
    ['data that is no object', 200, (id) => JSON.stringify({ ...success(id), data: 'x' })],
    ['an ok that is no boolean', 200, (id) => JSON.stringify({ ...success(id), ok: 'yes' })],
    ['an error without a code', 200, (id) => JSON.stringify({ ...failure(id, 'X'), error: {} })],
    ['a success with HTTP 500', 500, (id) => JSON.stringify(success(id))],
  ];
  it.each(malformed)('exits with 2 and an empty stdout for %s', async (_name, status, text) => {
    daemon.reply = ({ body }, response) => response.writeHead(status).end(text(body['id']));
    const ended = await runCli(['status'], env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The answer of the daemon[^\n]*\n$/);
  });

  it('exits with 2 when the connection breaks in the middle of an answer', async () => {
    daemon.reply = (_received, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"protocol', () => response.destroy());
    };
    const ended = await runCli(['click', '--selector', 'a', '-s', 'abcdef'], env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^The connection to the daemon broke[^\n]*may have happened[^\n]* --id [\w-]{20,60}: [^\n]*\n$/,
    );
  });

  it('exits with 2 and names the id to repeat when the daemon dies during a command', async () => {
    daemon.reply = (_received, response) => response.destroy();
    const click = ['click', '--selector', 'a', '-s', 'abcdef', '--id', 'my-own-id'];
    const ended = await runCli(click, env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('repeat the same command with --id my-own-id');
    const read = await runCli(['text', '-s', 'abcdef'], env());
    expect(read.stderr).toMatch(/^The connection to the daemon broke[^\n]*nothing was changed[^\n]*\n$/);
  });

  it('exits with 2 two seconds after the deadline when the daemon never answers', async () => {
    daemon.reply = () => {};
    const started = Date.now();
    const ended = await runCli(['status', '--timeout', '100'], env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('no answer within 2100 ms');
    expect(Date.now() - started).toBeGreaterThanOrEqual(2_000);
  });

  it('prints the request and the answer with --verbose, but never the token', async () => {
    daemon.reply = ({ body }, response) => response.end(JSON.stringify(failure(body['id'], 'TIMEOUT')));
    const ended = await runCli(['text', '-v', '-s', 'abcdef'], env());
    const lines = ended.stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const shared = { requestId: daemon.received.at(-1)?.body['id'], action: 'text', session: 'abcdef' };
    expect(lines).toMatchObject([
      { ...shared, event: 'request', httpStatus: null, errorCode: null },
      { ...shared, event: 'response', httpStatus: 200, errorCode: 'TIMEOUT' },
    ]);
    expect(lines[1].url).toBe(`http://127.0.0.1:${daemon.port}/`);
    expect(lines[1].elapsed).toBeTypeOf('number');
    expect(ended.stdout + ended.stderr).not.toContain(TOKEN);
  });
});

describe('an answer of five megabytes', () => {
  beforeAll(() => {
    daemon.reply = ({ body }, response) => response.end(JSON.stringify(success(body['id'], { text: BIG })));
  });

  it('arrives complete at a slow reader', async () => {
    const child = startCli(['text', '-s', 'abcdef', '--max-chars', '100000000'], env());
    const code = new Promise((resolve) => child.on('close', resolve));
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) {
      chunks.push(chunk);
      if (chunks.length < 10) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const stdout = Buffer.concat(chunks).toString('utf8');
    expect(JSON.parse(stdout).data.text).toBe(BIG);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(await code).toBe(0);
  });

  it('is cut even if the rest cannot be kept, and says why', async () => {
    const { code, stdout } = await runCli(['text', '-s', 'abcdef'], env());
    const { text, cut } = JSON.parse(stdout).data;
    expect([code, text.length]).toEqual([0, 40_000]);
    expect(cut).toMatch(/^the first 40000 of \d+ characters; the rest could not be kept: \S[^\n]+$/);
  });

  it('ends in exit 2 and one line when the reader goes away', async () => {
    const child = startCli(['text', '-s', 'abcdef', '--max-chars', '100000000'], env());
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const code = new Promise((resolve) => child.on('close', resolve));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await code).toBe(2);
    expect(Buffer.concat(errors).toString('utf8')).toMatch(/^The answer could not be written[^\n]*\n$/);
  });

  it('is a success for `head -1`, which gets the complete line', async () => {
    const { stdout, stderr } = await shell(
      '"$0" "$1" text -s abcdef --max-chars 100000000 | head -1; echo "$PIPESTATUS"',
    );
    const [answer = '', code] = stdout.trimEnd().split('\n');
    expect(JSON.parse(answer).data.text).toBe(BIG);
    expect({ code, stderr }).toEqual({ code: '0', stderr: '' });
  });
});

describe('an answer that cannot be printed', () => {
  const CLICK = '"$0" "$1" click --selector a -s abcdef --id my-own-id';
  beforeAll(() => {
    daemon.reply = ({ body }, response) => response.end(JSON.stringify(success(body['id'])));
  });

  it.runIf(process.platform === 'linux').each([
    ['>&-', 0, 'it is closed, or thrown away'],
    ['>/dev/full', 2, 'the disk is full'],
    ['| true', 2, 'its reader has gone'],
  ])('to %s makes the command exit with %i and name the id to repeat', async (outlet, code, reason) => {
    // Nothing reads before the command has its answer.
    daemon.reply = ({ body }, response) =>
      setTimeout(() => response.end(JSON.stringify(success(body['id']))), 500);
    const { stdout, stderr } = await shell(`${CLICK} ${outlet}; echo "$PIPESTATUS"`);
    expect(stdout).toBe(`${code}\n`);
    expect(stderr).toContain(`could not be written to stdout: ${reason}. The daemon has answered`);
    expect(stderr).toContain('repeat the command with --id my-own-id');
  });

  it('is no failure when the caller discards it', async () => {
    const { stdout, stderr } = await shell(`${CLICK} >/dev/null; echo "$?"`);
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
    const ignored = spawnSync(process.execPath, [PROGRAM, '--version'], { stdio: 'ignore' });
    expect(ignored.status).toBe(0);
  });

  it('is no failure when the reader of plain text closes the pipe early', async () => {
    const { stdout, stderr } = await shell('"$0" "$1" --help | head -1; echo "$PIPESTATUS"');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0');
    expect(stderr).toBe('');
  });
});

/** Runs a line in a real bash, with Node as $0 and the program as $1. */
function shell(line: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)('bash', ['-c', line, process.execPath, PROGRAM], {
    env: { ...process.env, ...env() },
    maxBuffer: 64 * 1024 * 1024,
  });
}
