import { ACTION_NAMES, type Action, traitsOf } from '@bproxy/shared';
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACTS, type Act, DEAD, TARGETS, TOUCHED } from './every-act/acts.ts';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import type { Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let debug: CDPSession;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/dead': DEAD, '/targets': TARGETS });
  await world.install('main');
  const context = await driveBrowser(world);
  session = await world.openSession(pages.url('/targets'), '--show');
  debug = await context.newCDPSession(await pageAt(context, pages.url('/targets')));
});

afterAll(() => world.close());

/** Runs in the page of the tab: its acts, and what ends or leaves them. */
const isAct = (action: Action) => traitsOf(action).destructive && traitsOf(action).tab === 'bound';

it('every act has a row in the table', () => {
  expect(Object.keys(ACTS).sort()).toEqual(ACTION_NAMES.filter(isAct).sort());
});

it('every element that an act names has a row, too', () => {
  const named = ACTION_NAMES.filter(isAct).flatMap((action) => traitsOf(action).targets ?? []);
  const inRows = Object.values(ACTS).flatMap(({ targets = {} }: Act) => Object.keys(targets));
  expect(inRows).toHaveLength(named.length);
});

/** Playwright's own `evaluate` counts as a gesture of the user, and acts wait until the user has left the page alone. */
const inPage = async (expression: string) =>
  String((await debug.send('Runtime.evaluate', { expression })).result.value);

const load = (path: string) => world.call('navigate', { url: pages.url(path) }, session);
const run = async (words: readonly string[]) => {
  const { code, stdout } = await world.bproxy(...words, '-s', session);
  expect([0, 1], stdout).toContain(code);
  return JSON.parse(stdout);
};

const picture = async () => {
  const words = ['screenshot', '--output-dir', world.dir, '-s', session];
  return (await world.data('screenshot', ...words)).shot ?? '';
};

describe('where nothing happens', () => {
  beforeAll(() => load('/dead'));

  it.each(Object.entries(ACTS))('%s says so', async (action, { dead }: Act) => {
    if ('impossible' in dead) return;
    const shot = action === 'click-at' ? await picture() : '';
    const words = dead.words.map((word) => (word === 'SHOT' ? shot : word));
    // The first of two may move the focus to its element.
    let answer = await run(words);
    if (answer.data?.effect?.seen === 'focus') answer = await run(words);
    expect(answer).toMatchObject(dead.answer);
  });
});

const ROWS = Object.entries(ACTS).flatMap(([action, { targets = {}, words, by }]: [string, Act]) =>
  Object.keys(targets).map((role) => ({ name: `${action} ${role}`, action, role, targets, words, by })),
);
type Row = (typeof ROWS)[number];

/** What the page does to the element of an act, and what the act answers. */
const CHANGES: ReadonlyArray<{ change: string; by: Record<'pointer' | 'keys', object> }> = [
  { change: 'swap', by: { pointer: stale('changed'), keys: stale('changed') } },
  { change: 'remove', by: { pointer: stale('gone'), keys: stale('gone') } },
  // Keys and values reach an element that is covered.
  { change: 'cover', by: { pointer: obstacle('covered'), keys: { ok: true } } },
];

function stale(reason: string): object {
  return { ok: false, error: { code: 'ELEMENT_HANDLE_STALE', details: { reason } } };
}

function obstacle(reason: string): object {
  return { ok: false, error: { code: 'ELEMENT_NOT_ACTIONABLE', details: { reason } } };
}

describe.each(CHANGES)('if the page does a $change', ({ change, by }) => {
  describe.each(['before the act', 'while it waits'])('%s', (when) => {
    const handles = new Map<string, string>();

    beforeAll(async () => {
      await load('/targets');
      const { elements } = await world.call('elements', {}, session);
      for (const { label, handle } of elements) if (handle) handles.set(label ?? '', handle);
    });

    it.each(ROWS)(
      '$name touches no other element',
      async ({ name, action, role, targets, words, by: kind }: Row) => {
        const id = targets[role] ?? '';
        const isLate = when !== 'before the act';
        const act = (words ?? (() => []))(
          (each) => handles.get(targets[each] ?? '') ?? `no handle of ${each}`,
        );
        const spoil = `spoil('${change}', '${id}')`;
        await inPage(isLate ? `disable('${id}'); setTimeout(() => ${spoil}, 300)` : spoil);
        const answer = outcome(await run([...act, '--wait', isLate ? '900' : '0']), action);
        await inPage('uncover()');
        // Nothing keeps `scroll` waiting, so it ends before the change.
        if (!(action === 'scroll' && isLate)) expect(answer, name).toMatchObject(by[kind]);
        expect(await inPage('document.title')).toBe('Untouched');
      },
    );
  });
});

/** A form answers for each of its fields. */
function outcome(answer: { data?: { results?: Array<{ error?: object }> } }, action: string): object {
  const error = action === 'fill-form' ? answer.data?.results?.[0]?.error : undefined;
  return error ? { ok: false, error } : answer;
}

describe('a picture', () => {
  beforeEach(() => load('/targets'));

  it.each(['swap', 'cover'])('is no guide to a place where the page does a %s', async (change) => {
    const shot = await picture();
    await inPage(`spoil('${change}', 'click')`);
    const { x, y } = JSON.parse(await inPage('JSON.stringify(click.getBoundingClientRect())'));
    const words = ['click-at', '--x', `${x + 5}`, '--y', `${y + 5}`, '--shot', shot, '-s', session];
    expect(await world.error(...words)).toMatchObject({ code: 'VIEW_CHANGED' });
    expect(await inPage('document.title')).toBe('Untouched');
  });

  it('is one where nothing has changed', async () => {
    const shot = await picture();
    const { x, y } = JSON.parse(await inPage('JSON.stringify(click.getBoundingClientRect())'));
    const words = ['click-at', '--x', `${x + 5}`, '--y', `${y + 5}`, '--shot', shot, '-s', session];
    expect(await world.data('click-at', ...words)).toMatchObject({ hit: { name: 'click' } });
  });
});

it('the page of the targets does notice a touch', async () => {
  await load('/targets');
  await inPage("spoil('swap', 'click')");
  await world.data('click', 'click', '--selector', '#click', '-s', session);
  expect(await inPage('document.title')).toBe(TOUCHED);
});
