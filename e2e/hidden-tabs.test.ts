import { ERRORS, filledIn } from '@bproxy/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTING_PAGE, actEverywhere } from './harness/acting-page.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

// Without a debugger: Playwright makes every tab report that it is visible.
const none = { min: 0, max: 0 };
const pacing = { human: { navigate: none, scroll: none, interaction: none, fill: none } };

describe('a background tab', () => {
  const world = new World();
  let pages: Pages;

  beforeAll(async () => {
    pages = await world.serve({
      '/': ACTING_PAGE,
      '/focus': html(
        'Focus',
        `<input id="first"><input id="second"><p></p><script>
          first.focus();
          const line = document.querySelector('p');
          for (const field of [first, second]) {
            for (const type of ['focus', 'focusin', 'blur']) {
              field.addEventListener(type, () => { line.textContent += field.id + ' ' + type + '; '; });
            }
          }
        </script>`,
      ),
      '/asks': html(
        'Asks',
        `${['confirm', 'prompt', 'alert']
          .map((ask) => `<button id="${ask}" onclick="answers.push(String(${ask}('?'))); tell()">?</button>`)
          .join('')}<p></p><script>
          const answers = [];
          const line = document.querySelector('p');
          const tell = () => { line.textContent = answers.join(' '); };
          new IntersectionObserver(([entry]) => {
            if (entry.isIntersecting) line.className = document.hidden ? 'unseen' : 'seen';
          }).observe(line);
        </script>`,
      ),
    });
    await world.startBrowser();
    await world.connected();
  });

  afterAll(() => world.close());

  const open = (...more: string[]) => world.ok('tab.open', 'tab', 'open', '--url', pages.url('/'), ...more);

  it('is what tab open opens, and the answer says so', async () => {
    const { data, page } = await open();
    expect(page).toMatchObject({ visibility: 'hidden', foreground: false });
    const { page: read } = await world.ok('text', 'text', '-s', data.session);
    expect(read).toMatchObject({ visibility: 'hidden', foreground: false });
    await world.ok('session.close', 'session', 'close', '-s', data.session);
  });

  it('takes every action, and its page proves it', async () => {
    const { data } = await open();
    await actEverywhere(world, data.session);
    const { page } = await world.ok('text', 'text', '-s', data.session);
    expect(page.visibility).toBe('hidden');
    await world.ok('session.close', 'session', 'close', '-s', data.session);
  });

  it('answers the questions of its page with No, and brings nothing into view', async () => {
    const { data } = await world.ok('tab.open', 'tab', 'open', '--url', pages.url('/asks'));
    for (const id of ['confirm', 'prompt', 'alert'])
      await world.ok('click', 'click', '--selector', `#${id}`, '-s', data.session);
    expect(await world.data('text', 'text', '--selector', 'p', '-s', data.session)).toEqual({
      text: 'false null undefined',
    });
    await world.ok('tab.show', 'tab', 'show', '-s', data.session);
    const seen = ['--strategy', 'selector', '--target', 'p.seen'];
    expect(await world.data('wait', 'wait', ...seen, '-s', data.session)).toMatchObject({ matched: true });
    await world.ok('session.close', 'session', 'close', '-s', data.session);
  });

  it('works for two sessions with three tabs each at the same time', async () => {
    const sessions = await Promise.all(
      ['one', 'two'].map(async (label) => {
        const made = await world.data('session.create', 'session', 'create', '--label', label);
        for (let tab = 0; tab < 3; tab += 1) await open('-s', made.session);
        return made.session;
      }),
    );
    await Promise.all(
      sessions.map(async (session) => {
        for (const tab of ['t1', 't2', 't3', 't1']) {
          await world.ok('session.bind', 'session', 'bind', '--tab', tab, '-s', session);
          const { data } = await world.ok('click', 'click', '--selector', '#button', '-s', session);
          expect(data.clicked).toBe(true);
        }
      }),
    );
    for (const session of sessions) await world.ok('session.close', 'session', 'close', '-s', session);
  });

  it('lets a field hear of its focus, from a key or a click, even if the page had focused it', async () => {
    const session = await world.openSession(pages.url('/focus'));
    const heard = async () =>
      (await world.data('text', 'text', '--selector', 'p', '-s', session)).text.trim();
    const type = ['type', '--selector', '#first', '--text', 'a', '-s', session];
    await world.data('type', ...type);
    await world.data('type', ...type);
    expect(await heard()).toBe('first focus; first focusin;');
    for (const selector of ['#second', 'p']) {
      await world.data('click', 'click', '--selector', selector, '-s', session);
    }
    const inTurn = [
      'first focus',
      'first focusin',
      'first blur',
      'second focus',
      'second focusin',
      'second blur',
    ];
    expect(await heard()).toBe(`${inTurn.join('; ')};`);
  });

  it('comes to the front of its window with tab show, or with --show', async () => {
    const { data } = await open();
    const { page, data: told } = await world.ok('tab.show', 'tab', 'show', '-s', data.session);
    expect(told).toEqual({ tab: 't1', shown: true });
    expect(page.visibility).toBe('visible');
    const second = await open('-s', data.session, '--show');
    expect(second.page.visibility).toBe('visible');
    await world.ok('session.bind', 'session', 'bind', '--tab', 't1', '-s', data.session);
    expect((await world.ok('text', 'text', '-s', data.session)).page.visibility).toBe('hidden');
    await world.ok('tab.show', 'tab', 'show', '--tab', 't1', '-s', data.session);
    expect((await world.ok('text', 'text', '-s', data.session)).page.visibility).toBe('visible');
    await world.ok('session.close', 'session', 'close', '-s', data.session);
  });

  it('has its picture taken with --activate, and goes back behind the tab that was in front', async () => {
    const shown = await open('--show');
    const { data } = await open();
    expect(await world.error('screenshot', '-s', data.session)).toMatchObject({
      code: 'TAB_NOT_VISIBLE',
      suggestedAction: expect.stringContaining('--activate'),
    });
    expect(await world.data('screenshot', 'screenshot', '--activate', '-s', data.session)).toMatchObject({
      format: 'png',
    });
    expect((await world.ok('text', 'text', '-s', shown.data.session)).page.visibility).toBe('visible');
    expect((await world.ok('text', 'text', '-s', data.session)).page.visibility).toBe('hidden');
    for (const { session } of [data, shown.data])
      await world.ok('session.close', 'session', 'close', '-s', session);
  });
});

describe('an owner who wants no actions in background tabs', () => {
  const world = new World({ browserGraceMs: 1_500, hiddenTabs: 'refuse', pacing });
  let pages: Pages;
  let session: string;

  beforeAll(async () => {
    pages = await world.serve({ '/': ACTING_PAGE });
    await world.startBrowser();
    session = await world.openSession(pages.url('/'));
  });

  afterAll(() => world.close());

  it.each([
    ['click', '--selector', '#button'],
    ['hover', '--selector', '#button'],
    ['scroll', '--by', '100'],
    ['select', '--selector', 'select', '--option-text', 'Two'],
    ['fill', '--selector', '#name', '--value', 'x', '--method', 'paste', '--world', 'isolated'],
    ['fill', '--selector', '#editor', '--value', 'x', '--method', 'runtime-api', '--world', 'main'],
  ])('gets TAB_NOT_VISIBLE for %s, with the next step of the table', async (...words) => {
    const error = await world.error(...words, '-s', session);
    const { category, retry, next } = ERRORS.TAB_NOT_VISIBLE;
    expect(error).toMatchObject({
      code: 'TAB_NOT_VISIBLE',
      category,
      retry,
      suggestedAction: filledIn(next, { session }),
    });
    expect(await world.data('text', 'text', '--selector', '#log', '-s', session)).toEqual({ text: '' });
  });

  it('lets the same action run after tab show, the suggested next step', async () => {
    await world.ok('tab.show', 'tab', 'show', '-s', session);
    await world.ok('click', 'click', '--selector', '#button', '-s', session);
    expect(await world.data('text', 'text', '--selector', '#log', '-s', session)).toEqual({
      text: 'button clicked',
    });
  });
});
