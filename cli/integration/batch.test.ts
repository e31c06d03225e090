import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCli, runCli, startCli } from './cli-process.ts';
import { type FakeDaemon, failure, startFakeDaemon, success } from './fake-daemon.ts';

let daemon: FakeDaemon;
beforeAll(async () => {
  buildCli();
  daemon = await startFakeDaemon();
});
afterAll(() => daemon.close());

const S = ['-s', 'abcdef'];
const ID = 'my-batch';

beforeEach(() => {
  daemon.received.length = 0;
  daemon.reply = ({ body }, response) => {
    const isBad = JSON.stringify(body['params']).includes('bad');
    response.end(
      JSON.stringify(isBad ? failure(body['id'], 'ELEMENT_NOT_FOUND') : success(body['id'], body)),
    );
  };
});

async function batch(words: string[], stdin = '') {
  const ended = await runCli(['batch', ...words], { BPROXY_HOME: daemon.home }, stdin);
  const lines = ended.stdout.split('\n').filter(Boolean);
  return { ...ended, lines };
}

const requests = () => daemon.received.map(({ body }) => body);

describe('a batch', () => {
  it('runs its lines in order, and numbers the answers', async () => {
    const { code, stderr, lines } = await batch([
      'text',
      `bproxy fill --element el5 --value 'two words' --method paste --world isolated`,
      'tab list',
      ...S,
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const answers = lines.map((line) => JSON.parse(line));
    expect(answers.map(({ n, command, answer }) => [n, command, answer.ok])).toEqual([
      [1, 'text', true],
      [2, `bproxy fill --element el5 --value 'two words' --method paste --world isolated`, true],
      [3, 'tab list', true],
    ]);
    expect(requests()).toMatchObject([
      { action: 'text', session: 'abcdef' },
      { action: 'fill', session: 'abcdef', params: { target: { handle: 'el5' }, value: 'two words' } },
      { action: 'tab.list', session: 'abcdef' },
    ]);
  });

  it('derives the id of each line from its own, so that repeating it runs nothing twice', async () => {
    await batch(['click --element el1', 'text', ...S, '--id', ID]);
    expect(requests().map(({ id }) => id)).toEqual([`${ID}:1`, `${ID}:2`]);
    await runCli(['click', '--element', 'el1', ...S, '--id', `${ID}:1`], { BPROXY_HOME: daemon.home });
    expect(requests().at(-1)?.['id']).toBe(`${ID}:1`);
  });

  it('takes session, timeout and the form of the answers once, and a line may have its own session', async () => {
    const { lines } = await batch([
      'text',
      'text -s ghijkl --timeout 7000',
      ...S,
      '--timeout',
      '60000',
      '--plain',
    ]);
    expect(requests().map(({ session }) => session)).toEqual(['abcdef', 'ghijkl']);
    const [first = 0, second = 0] = requests().map(({ deadline }) => Number(deadline) - Date.now());
    expect(first).toBeGreaterThan(20_000);
    expect(second).toBeLessThan(10_000);
    expect(lines[0]).toBe('1 text');
    expect(lines).toContain('2 text -s ghijkl --timeout 7000');
  });

  it('works on in the session that one of its lines has made', async () => {
    daemon.reply = ({ body }, response) =>
      response.end(JSON.stringify(success(body['id'], { session: 'mnopqr', tab: 't1' })));
    await batch(['tab open --url https://example.test', 'text']);
    expect(requests().map(({ session }) => session)).toEqual(['', 'mnopqr']);
  });

  it('stops after a line that fails, and says which were not run', async () => {
    const { code, lines } = await batch(['text', 'click --selector bad', 'text', 'text', ...S]);
    expect(code).toBe(1);
    expect(lines.map((line) => JSON.parse(line)).slice(1)).toEqual([
      { n: 2, command: 'click --selector bad', answer: expect.objectContaining({ ok: false }) },
      { stopped: 'stopped: line 2 did not succeed, so lines 3 to 4 were not run' },
    ]);
    expect(requests()).toHaveLength(2);
  });

  it('goes on with --no-bail, and still exits with 1', async () => {
    const { code, lines } = await batch(['click --selector bad', 'text', ...S, '--no-bail']);
    expect([code, lines.length, requests().length]).toEqual([1, 2, 2]);
  });

  it.each([
    ['wait --strategy text --target Done', { matched: false }],
    ['fill --element el1 --value x --method paste --world isolated', { filled: false }],
    [
      'fill-form --json {"fields":[]}'.replace('{', "'{").replace('}', "}'"),
      { results: [{ filled: false }] },
    ],
  ])('stops when %s says that it has not come about', async (line, data) => {
    daemon.reply = ({ body }, response) => response.end(JSON.stringify(success(body['id'], data)));
    const { code, lines } = await batch([line, 'click --element el1', ...S]);
    expect([code, requests().length]).toEqual([1, 1]);
    expect(lines.at(-1)).toContain('line 2 was not run');
  });

  it('takes lines from stdin, without empty ones and comments', async () => {
    const { code, lines } = await batch(S, '# read first\ntext\n\n  click --selector "#a b"\n');
    expect([code, lines.length]).toEqual([0, 2]);
    expect(requests()).toMatchObject([
      { action: 'text' },
      { action: 'click', params: { target: { selector: '#a b' } } },
    ]);
  });

  it('takes lines of JSON, whose params the daemon checks', async () => {
    const line = JSON.stringify({ action: 'click', params: { target: { handle: 'el3' } } });
    const { code } = await batch([line, '{"action":"tab.list","session":"ghijkl"}', ...S]);
    expect(code).toBe(0);
    expect(requests()).toMatchObject([
      { action: 'click', params: { target: { handle: 'el3' } }, session: 'abcdef' },
      { action: 'tab.list', session: 'ghijkl' },
    ]);
  });

  it('gives stdin to the one line that reads it', async () => {
    await batch(['text', 'type --text-stdin', ...S], 'secret words');
    expect(requests()[1]).toMatchObject({ action: 'type', params: { text: 'secret words' } });
  });

  it.each([
    [['text', 'clik --element el3'], 'Line 2 of the batch: There is no command "clik"; did you mean'],
    [['click --element'], 'Line 1 of the batch: --element needs a value'],
    [["click --selector 'a"], "the quote ' is not closed"],
    [['batch text'], '`batch` cannot be in a batch'],
    [['service stop'], '`service stop` cannot be in a batch'],
    [['text --id some-id-8'], 'has no flag --id'],
    [['text --plain'], 'has no flag --plain'],
    [['click --help'], 'A batch prints no help'],
    [['{"action":"fly"}'], 'Its action is not one that bproxy knows'],
    [['{"action":"text","id":"x"}'], 'may have action, params, session and timeout'],
    [['{"action":'], 'a command line or one JSON object'],
    [['type --text-stdin', 'type --text-stdin'], 'Lines 1 and 2 of the batch both read stdin'],
    [Array.from({ length: 51 }, () => 'text'), 'at most 50 lines; these are 51'],
    [['text', '--bail', '--no-bail'], '--bail and --no-bail were given together'],
    [['text', '--selector', 'a'], 'has no flag --selector'],
  ])('runs nothing if a line is wrong: %j', async (words, says) => {
    const { code, stdout, stderr } = await batch([...words, ...S]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(requests()).toEqual([]);
  });

  it('refuses a line that reads stdin if the lines come from there', async () => {
    const { code, stderr } = await batch(S, 'type --text-stdin\n');
    expect([code, requests().length]).toEqual([2, 0]);
    expect(stderr).toContain('where the lines come from');
  });

  it('keeps the answers that it has when the daemon goes away', async () => {
    daemon.reply = ({ body }, response) => {
      if (body['action'] === 'click') response.destroy();
      else response.end(JSON.stringify(success(body['id'])));
    };
    const { code, lines, stderr } = await batch(['text', 'click --element el1', 'text', ...S, '--id', ID]);
    expect([code, stderr, lines.length]).toEqual([2, '', 3]);
    const { n, failure: says } = JSON.parse(lines[1] ?? '');
    expect(n).toBe(2);
    expect(says).toContain(`repeat the same command with --id ${ID}:2`);
  });

  it('prints each answer when it has it, and stops when nobody reads them any more', async () => {
    const child = startCli(
      ['batch', ...Array.from({ length: 20 }, () => 'click --element el1'), ...S, '--id', ID],
      {
        BPROXY_HOME: daemon.home,
      },
    );
    daemon.reply = ({ body }, response) => {
      setTimeout(() => response.end(JSON.stringify(success(body['id']))), 50);
    };
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
    expect(requests().length).toBeLessThan(20);
    expect(Buffer.concat(errors).toString('utf8')).toContain(`repeat the command with --id ${ID}`);
  });
});
