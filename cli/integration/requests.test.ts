import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCli, PROGRAM, runCli } from './cli-process.ts';
import { type FakeDaemon, startFakeDaemon, success, TOKEN } from './fake-daemon.ts';

let daemon: FakeDaemon;
let folder: string;
const env = () => ({ BPROXY_HOME: daemon.home });

beforeAll(async () => {
  buildCli();
  daemon = await startFakeDaemon();
  folder = mkdtempSync(join(tmpdir(), 'bproxy-cli-files-'));
  writeFileSync(join(folder, 'value.txt'), 'from a file\n');
  writeFileSync(join(folder, 'form.json'), '{"fields":[]}');
});
afterAll(async () => {
  await daemon.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  daemon.received.length = 0;
});

const S = ['-s', 'abcdef'];
const TARGET = ['--selector', '#a'];
const WRITE = ['--method', 'direct', '--world', 'isolated'];

const cases: Array<[words: string[], action: string, params: object, stdin?: string]> = [
  [['tab', 'open', '--url', 'https://a.test/?a=b'], 'tab.open', { url: 'https://a.test/?a=b' }],
  [
    ['tab', 'open', '--url=about:blank', '--browser', 'Work'],
    'tab.open',
    { url: 'about:blank', browser: 'Work' },
  ],
  [['session', 'create', '--label', 'Ä b', '--browser=x'], 'session.create', { label: 'Ä b', browser: 'x' }],
  [['session', 'bind', '--tab', 't2', '--pacing=fast', ...S], 'session.bind', { tab: 't2', pacing: 'fast' }],
  [['links', '--visible-only', '--limit=5', ...S], 'links', { visibleOnly: true, limit: 5 }],
  [
    ['inspect', ...TARGET, '--properties', 'a, b', ...S],
    'inspect',
    { selector: '#a', properties: ['a', 'b'] },
  ],
  [['scroll', '--by', '-200', ...S], 'scroll', { by: '-200' }],
  [
    ['scroll', '--element=el12', '--direction', 'up', ...S],
    'scroll',
    { target: { handle: 'el12' }, direction: 'up' },
  ],
  [
    ['click', '--route-json', '{"hosts":[{"selector":"x-a"}],"target":"b"}', ...S],
    'click',
    { target: { route: { hosts: [{ selector: 'x-a' }], target: 'b' } } },
  ],
  [
    ['select', '--element', 'ln1', '--option-text', '-', ...S],
    'select',
    { trigger: { handle: 'ln1' }, optionText: '-' },
  ],
  [
    ['fill', ...TARGET, '--value', '-x', ...WRITE, ...S],
    'fill',
    { target: { selector: '#a' }, value: '-x', method: 'direct', world: 'isolated' },
  ],
  [
    ['fill', ...TARGET, '--value=--session', ...WRITE, ...S],
    'fill',
    { target: { selector: '#a' }, value: '--session', method: 'direct', world: 'isolated' },
  ],
  [
    ['fill', ...TARGET, '--value', '', ...WRITE, ...S],
    'fill',
    { target: { selector: '#a' }, value: '', method: 'direct', world: 'isolated' },
  ],
  [
    ['fill', ...TARGET, '--value-stdin', ...WRITE, ...S],
    'fill',
    { target: { selector: '#a' }, value: 'ä\n', method: 'direct', world: 'isolated' },
    'ä\n',
  ],
  [['fill-form', '--json', '{"fields":[1]}', ...S], 'fill-form', { fields: [1] }],
  [['fill-form', '--stdin', ...S], 'fill-form', { fields: [2] }, '{"fields":[2]}'],
  [
    ['wait', '--strategy', 'url', '--target', 'x', '--timeout', '700', ...S],
    'wait',
    { strategy: 'url', target: 'x', timeout: 700 },
  ],
  [['require-human', '--reason', 'Log in.', ...S], 'require-human', { reason: 'Log in.' }],
  [['debug', 'last', '--count', '3'], 'debug.last', { count: 3 }],
  [['status'], 'debug.status', {}],
];

describe('bproxy', () => {
  it.each(cases)('sends the right action and params for %j', async (words, action, params, stdin) => {
    const ended = await runCli(words, env(), stdin);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const [received] = daemon.received;
    expect(received?.body).toMatchObject({
      protocol_version: 1,
      action,
      session: words.includes('-s') ? 'abcdef' : '',
    });
    expect(received?.body['params']).toEqual(params);
    expect(received?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      host: `127.0.0.1:${daemon.port}`,
    });
    expect(JSON.parse(ended.stdout)).toEqual(success(received?.body['id']));
    expect(ended.stdout.endsWith('}\n')).toBe(true);
    expect(ended.stdout.trimEnd()).not.toContain('\n');
  });

  it.each([
    [['text'], ''],
    [['text', '-s', ''], ''],
    [['text', '-s', 'ABCDEF'], 'ABCDEF'],
  ])('leaves it to the daemon to refuse the session of %j', async (words, session) => {
    expect((await runCli(words, env())).code).toBe(0);
    expect(daemon.received[0]?.body).toMatchObject({ action: 'text', session });
  });

  it.each([
    ['-s', 'abcdef', '--timeout', '700', '--id=some-id-8', 'links', '--limit', '5'],
    ['--session=abcdef', 'links', '--limit', '5', '--id', 'some-id-8', '--timeout=700'],
  ])('accepts every global flag before and after the command: %j', async (...words) => {
    const ended = await runCli(['--home', daemon.home, '-v', ...words]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('"event":"request"');
    const { body } = daemon.received[0] ?? {};
    expect(body).toMatchObject({
      id: 'some-id-8',
      action: 'links',
      session: 'abcdef',
      params: { limit: 5 },
    });
    expect(Number(body?.['deadline']) - Date.now()).toBeLessThanOrEqual(700);
  });

  it('reads the values of fill and fill-form from files', async () => {
    await runCli(['fill', ...TARGET, '--value-file', join(folder, 'value.txt'), ...WRITE, ...S], env());
    await runCli(['fill-form', '--file', join(folder, 'form.json'), ...S], env());
    expect(daemon.received.map(({ body }) => body['params'])).toMatchObject([
      { value: 'from a file\n' },
      { fields: [] },
    ]);
  });

  it('reads a pipe that another program writes to later', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const fill = ['fill', ...TARGET, '--value-file', pipe, ...WRITE, ...S];
    const [ended] = await Promise.all([runCli(fill, env()), writeFile(pipe, 'through a pipe')]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const line = `"$0" "$1" fill ${[...TARGET, ...WRITE, ...S].map((word) => `'${word}'`).join(' ')}`;
    for (const value of ['through a substitution', '']) {
      const command = `${line} --value-file <(printf '%s' '${value}')`;
      await promisify(execFile)('bash', ['-c', command, process.execPath, PROGRAM], {
        env: { ...process.env, ...env() },
      });
    }
    expect(daemon.received.map(({ body }) => body['params'])).toMatchObject([
      { value: 'through a pipe' },
      { value: 'through a substitution' },
      { value: '' },
    ]);
  });

  it('gives a wait a longer deadline than the browser gets', async () => {
    const before = Date.now();
    await runCli(['wait', '--strategy', 'selector', '--target', 'x', '--timeout', '700', ...S], env());
    expect(Number(daemon.received[0]?.body['deadline']) - before).toBeGreaterThanOrEqual(5_700);
  });

  it('marks a request as destructive if the action table does', async () => {
    await runCli(['click', ...TARGET, ...S], env());
    await runCli(['text', ...S], env());
    expect(daemon.received.map(({ body }) => body['destructive'])).toEqual([true, false]);
  });

  it('gives every request a new id, or the one of --id', async () => {
    for (const more of [[], [], ['--id', 'mine_and-8']])
      await runCli(['click', ...TARGET, ...S, ...more], env());
    const ids = daemon.received.map(({ body }) => body['id']);
    expect(ids[2]).toBe('mine_and-8');
    expect(new Set(ids).size).toBe(3);
  });

  it('leaves --id to `debug log`, where it is the id to look for', async () => {
    await runCli(['debug', 'log', '--id', 'some', ...S], env());
    expect(daemon.received[0]?.body).toMatchObject({ params: { id: 'some' } });
    expect(daemon.received[0]?.body['id']).not.toBe('some');
  });

  it('prefers --home to BPROXY_HOME', async () => {
    const ended = await runCli(['status', '--home', daemon.home], { BPROXY_HOME: '/nowhere' });
    expect(ended.code).toBe(0);
  });

  it('writes a screenshot to a new file that only the user can read', async () => {
    const base64 = Buffer.from('a picture').toString('base64');
    daemon.reply = ({ body }, response) =>
      response.end(JSON.stringify(success(body['id'], { base64, format: 'jpeg' })));
    const target = join(folder, 'deep/er');
    const { stdout } = await runCli(['screenshot', '--output-dir', target, ...S], env());
    const { data } = JSON.parse(stdout);
    expect(Object.keys(data)).toEqual(['format', 'file', 'size']);
    expect(data).toMatchObject({ format: 'jpeg', size: 9 });
    expect(data.file).toMatch(/^\/.*\/deep\/er\/screenshot-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.jpg$/);
    expect(readFileSync(data.file, 'utf8')).toBe('a picture');
    expect(statSync(data.file).mode & 0o777).toBe(0o600);
    const plain = await runCli(['screenshot', ...S], env());
    expect(JSON.parse(plain.stdout).data).toEqual({ base64, format: 'jpeg' });
  });
});
