import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { CLI, World } from './harness/world.ts';

const PAGE = html(
  'Counter',
  `<label>Name <input id="name"></label> <button id="up" onclick="count.textContent = 1 + Number(count.textContent)">Up</button>
   <output id="count">0</output> <a href="/next">Next</a>`,
);

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/': PAGE, '/next': html('Next', '<h1>Here now</h1>') });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});
beforeEach(() => world.ok('navigate', 'navigate', '--url', pages.url('/'), '-s', session));
afterAll(() => world.close());

const count = async () => (await world.data('text', 'text', '--selector', '#count', '-s', session)).text;

describe('a batch', () => {
  it('uses the handles of a read before it and of a read within it', async () => {
    const { elements } = await world.data('elements', 'elements', '-s', session);
    const { handle: up } = elements.find(({ label }) => label === 'Up') ?? {};
    const { code, stdout } = await world.bproxy(
      ...[
        'batch',
        `click --element ${up}`,
        'click --selector "#up"',
        'text --selector "#count"',
        '-s',
        session,
      ],
    );
    expect(code).toBe(0);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(answers[2].answer.data.text).toBe('2');

    // New elements get the numbers that follow, so the handles of a page that the batch loads are known.
    const last = Math.max(...elements.map(({ handle }) => Number(handle?.slice(2))));
    const lines = ['reload', 'snapshot --selector "#up"', `click --element el${last + 1}`];
    expect(await world.bproxy('batch', ...lines, '-s', session)).toMatchObject({ code: 0 });
    expect(await count()).toBe('1');
  });

  it('that is repeated under its id runs nothing twice', async () => {
    const words = [
      'batch',
      'click --selector "#up"',
      'click --selector "#up"',
      '-s',
      session,
      '--id',
      'batch-of-clicks',
    ];
    const first = await world.bproxy(...words);
    const second = await world.bproxy(...words);
    expect([first.code, second.code, await count()]).toEqual([0, 0, '2']);
    const replays = second.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).answer.replay);
    expect(replays).toEqual([true, true]);
    const other = await world.bproxy('batch', 'click --selector a', '-s', session, '--id', 'batch-of-clicks');
    expect(JSON.parse(other.stdout.split('\n')[0] ?? '').answer.error.code).toBe('BAD_REQUEST');
  });

  it('stops at an error, in the words of plain output', async () => {
    const { code, stdout } = await world.bproxy(
      ...['batch', 'click --selector "#up"', 'click --selector "#none" --wait 0', 'click --selector "#up"'],
      ...['-s', session, '--plain'],
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^1 click --selector "#up"\nclicked; effect dom[^\n]*\n2 click --selector "#none" --wait 0\nELEMENT_NOT_FOUND [\s\S]*\nstopped: line 2 did not succeed, so line 3 was not run\n$/,
    );
    expect(await count()).toBe('1');
  });

  it('opens a tab, and works in the session that this makes', async () => {
    const lines = [`tab open --url ${pages.url('/')}`, 'click --selector a', 'text', 'session close'];
    const { code, stdout } = await world.run(process.execPath, [CLI, 'batch'], `${lines.join('\n')}\n`);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).answer.data);
    expect(code).toBe(0);
    expect(answers[1]).toMatchObject({ clicked: true, effect: { seen: 'navigation' } });
    expect(answers[2].text).toBe('Here now');
    expect(answers[3]).toMatchObject({ closedTabs: 1 });
  });

  it('keeps the pace of the owner between its lines, as commands do', async () => {
    const lines = Array.from({ length: 5 }, () => 'click --selector "#up"');
    await world.ok('session.bind', 'session', 'bind', '--tab', 't1', '--pacing', 'fast', '-s', session);
    const before = world.log().filter(({ event }) => event === 'pacing_wait').length;
    expect((await world.bproxy('batch', ...lines, '-s', session)).code).toBe(0);
    const waits = world.log().filter(({ event }) => event === 'pacing_wait').length - before;
    expect(waits).toBeGreaterThanOrEqual(3);
    await world.ok('session.bind', 'session', 'bind', '--tab', 't1', '--pacing', 'human', '-s', session);
  });
});
