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

describe('answers of the daemon', () => {
  it.each([200, 400, 500])('an error envelope with HTTP %i is an answer: exit 1', async (status) => {
    daemon.reply = ({ body }, response) => {
      response.writeHead(status).end(JSON.stringify(failure(body['id'], 'TAB_NOT_FOUND')));
    };
    const ended = await runCli(['status'], env());
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, error: { code: 'TAB_NOT_FOUND' } });
  });

  it('an HTTP 400 may have no id, because the daemon could not read ours: exit 1', async () => {
    daemon.reply = (_received, response) => {
      response.writeHead(400).end(JSON.stringify(failure('', 'BAD_REQUEST')));
    };
    expect(await runCli(['status'], env())).toMatchObject({ code: 1, stderr: '' });
  });

  it.each([401, 403])('HTTP %i means that the token may be stale: exit 2', async (status) => {
    daemon.reply = ({ body }, response) => {
      response.writeHead(status).end(JSON.stringify(failure(body['id'], 'UNAUTHORIZED')));
    };
    const ended = await runCli(['status'], env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^[^\n]*stale[^\n]*service restart[^\n]*\n$/);
  });

  it('a daemon that has just been replaced is asked once more, with the token that it has now', async () => {
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
  it.each(malformed)('%s: exit 2, stdout empty', async (_name, status, text) => {
    daemon.reply = ({ body }, response) => response.writeHead(status).end(text(body['id']));
    const ended = await runCli(['status'], env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The answer of the daemon[^\n]*\n$/);
  });

  it('a connection that breaks in the middle: exit 2', async () => {
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

  it('a daemon that dies while the command waits: exit 2, and the id to repeat it with', async () => {
    daemon.reply = (_received, response) => response.destroy();
    const click = ['click', '--selector', 'a', '-s', 'abcdef', '--id', 'my-own-id'];
    const ended = await runCli(click, env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('repeat the same command with --id my-own-id');
    const read = await runCli(['text', '-s', 'abcdef'], env());
    expect(read.stderr).toMatch(/^The connection to the daemon broke[^\n]*nothing was changed[^\n]*\n$/);
  });

  it('a daemon that never answers: exit 2 two seconds after the deadline', async () => {
    daemon.reply = () => {};
    const started = Date.now();
    const ended = await runCli(['status', '--timeout', '100'], env());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('no answer within 2100 ms');
    expect(Date.now() - started).toBeGreaterThanOrEqual(2_000);
  });

  it('--verbose tells the request and the answer, and never the token', async () => {
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

describe('five megabytes', () => {
  beforeAll(() => {
    daemon.reply = ({ body }, response) => response.end(JSON.stringify(success(body['id'], { text: BIG })));
  });

  it('arrive whole at a slow reader', async () => {
    const child = startCli(['text', '-s', 'abcdef'], env());
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

  it('end in exit 2 and one line when the reader goes away', async () => {
    const child = startCli(['text', '-s', 'abcdef'], env());
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const code = new Promise((resolve) => child.on('close', resolve));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await code).toBe(2);
    expect(Buffer.concat(errors).toString('utf8')).toMatch(/^The answer could not be written[^\n]*\n$/);
  });

  it('are whole for `head -1`, which is then a success', async () => {
    const { stdout, stderr } = await shell('"$0" "$1" text -s abcdef | head -1; echo "$PIPESTATUS"');
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
  ])('%s: exit %i, and the id to get it with', async (outlet, code, reason) => {
    // Nobody reads before the command has its answer.
    daemon.reply = ({ body }, response) =>
      setTimeout(() => response.end(JSON.stringify(success(body['id']))), 500);
    const { stdout, stderr } = await shell(`${CLICK} ${outlet}; echo "$PIPESTATUS"`);
    expect(stdout).toBe(`${code}\n`);
    expect(stderr).toContain(`could not be written to stdout: ${reason}. The daemon has answered`);
    expect(stderr).toContain('repeat the command with --id my-own-id');
  });

  it('is no loss where the caller threw it away', async () => {
    const { stdout, stderr } = await shell(`${CLICK} >/dev/null; echo "$?"`);
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
    const ignored = spawnSync(process.execPath, [PROGRAM, '--version'], { stdio: 'ignore' });
    expect(ignored.status).toBe(0);
  });

  it('is no loss where the reader of a text has seen enough', async () => {
    const { stdout, stderr } = await shell('"$0" "$1" --help | head -1; echo "$PIPESTATUS"');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0');
    expect(stderr).toBe('');
  });
});

/** A line of a real bash, with Node as $0 and the program as $1. */
function shell(line: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)('bash', ['-c', line, process.execPath, PROGRAM], {
    env: { ...process.env, ...env() },
    maxBuffer: 64 * 1024 * 1024,
  });
}
