import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, openPopup } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const SOON = 700;
const later = (script: string) => `<script>setTimeout(() => { ${script} }, ${SOON})</script>`;

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/text': html(
      'Text',
      `<p id="out"></p><p hidden>Finished at last</p>${later("out.textContent = 'All  done now'")}`,
    ),
    '/gone': html('Gone', `<p id="busy">Loading</p><p id="stays">Stays</p>${later('busy.remove()')}`),
    '/hides': html('Hides', `<p id="busy">Loading</p>${later('busy.hidden = true')}`),
    '/enabled': html('Enabled', `<button id="go" disabled>Go</button>${later('go.disabled = false')}`),
    '/value': html(
      'Value',
      `<input id="field"><input id="box" type="checkbox">${later("field.value = 'Cork'; box.checked = true")}`,
    ),
    '/rows': html('Rows', `<ul id="list"></ul>${later("list.innerHTML = '<li>1</li><li>2</li><li>3</li>'")}`),
    '/works': html(
      'Works',
      `<p id="out">0</p><script>
      let left = 6;
      const timer = setInterval(() => { out.append(' more'); left -= 1; if (left === 0) clearInterval(timer) }, 150);
    </script>`,
    ),
    '/many': html('Many', `<script>for (let i = 0; i < 300; i += 1) fetch('/tiny?' + i)</script>`),
    '/tiny': (_request, response) => void response.end('x'),
    '/slow': html('Slow', '<img src="/slow.png" alt="">'),
    '/slow.png': (_request, response) => void setTimeout(() => response.end(), SOON),
    '/opens': html(
      'Opens',
      `<button id="open" onclick="setTimeout(() => link.click(), ${SOON})">Open</button><a id="link" href="/next" target="_blank">Next</a>`,
    ),
    '/next': html('Next', '<p>next</p>'),
  });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
});

afterAll(() => world.close());

beforeEach(async () => {
  ({ session } = await world.data('session.create', 'session', 'create'));
  return async () => {
    await world.bproxy('session', 'close', '-s', session);
  };
});

const open = (path: string) => world.data('tab.open', 'tab', 'open', '--url', pages.url(path), '-s', session);
const wait = (...words: string[]) => world.data('wait', 'wait', ...words, '-s', session);
const handleOf = async (name: string) => {
  const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
  return new RegExp(`"${name}".*\\[(el\\d+)\\]`).exec(tree)?.[1] ?? '';
};

describe('wait', () => {
  const cases: Array<[what: string, path: string, words: string[]]> = [
    ['words that appear, whatever their spaces and capitals', '/text', ['text', '--target', 'all done']],
    ['an element that goes away', '/gone', ['gone', '--selector', '#busy']],
    ['an element that is hidden', '/hides', ['gone', '--target', '#busy']],
    ['a control that can be used', '/enabled', ['enabled', '--selector', '#go']],
    ['a value', '/value', ['value', '--selector', '#field', '--target', 'Cork']],
    ['a tick', '/value', ['value', '--selector', '#box', '--target', 'checked']],
    ['so many elements', '/rows', ['count', '--target', '#list li', '--min', '3']],
    ['a page that has loaded', '/slow', ['load']],
    ['a page at rest', '/works', ['quiet']],
  ];

  it.each(cases)('for %s', async (_, path, words) => {
    await open(path);
    expect(await wait('--strategy', ...words)).toMatchObject({ matched: true });
  });

  it('ends unmet for what does not come, and words that no person sees do not count', async () => {
    await open('/text');
    expect(await wait('--strategy', 'text', '--target', 'Finished', '--timeout', '500')).toMatchObject({
      matched: false,
    });
    await open('/gone');
    expect(await wait('--strategy', 'gone', '--selector', '#stays', '--timeout', '500')).toMatchObject({
      matched: false,
    });
    expect(
      await wait('--strategy', 'count', '--target', 'p', '--min', '9', '--timeout', '300'),
    ).toMatchObject({
      matched: false,
    });
  });

  it('takes handles', async () => {
    await open('/enabled');
    const handle = await handleOf('Go');
    expect(await wait('--strategy', 'enabled', '--element', handle)).toMatchObject({ matched: true });
    await world.data('navigate', 'navigate', '--url', pages.url('/next'), '-s', session);
    expect(await world.error('wait', '--strategy', 'gone', '--element', handle, '-s', session)).toMatchObject(
      {
        code: 'ELEMENT_HANDLE_STALE',
      },
    );
  });

  it('says of a page that loads more than Chrome lists that only its content was watched', async () => {
    await open('/many');
    expect(await wait('--strategy', 'quiet', '--timeout', '15000')).toMatchObject({
      matched: true,
      quiet: 'dom-only',
    });
  });

  it('names the tab that a page has opened', async () => {
    await open('/opens');
    await world.data('click', 'click', '--selector', '#open', '-s', session);
    expect(await wait('--strategy', 'tab')).toMatchObject({ matched: true, tab: 't2' });
    expect(await wait('--strategy', 'tab', '--timeout', '300')).toMatchObject({ matched: true, tab: 't2' });
  });

  it('takes several conditions, and says which came true', async () => {
    await open('/text');
    const any = [
      { strategy: 'selector', target: '#never' },
      { strategy: 'text', target: 'All done' },
      { strategy: 'gone', element: { selector: '#out' } },
    ];
    expect(await wait('--any', JSON.stringify(any))).toMatchObject({ matched: true, which: 1 });
  });

  it('refuses a condition that lacks something, and names it', async () => {
    await open('/text');
    expect(await world.error('wait', '--strategy', 'text', '-s', session)).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('params.target is missing: text needs it'),
    });
    expect(await world.error('wait', '--strategy', 'gone', '-s', session)).toMatchObject({
      code: 'BAD_REQUEST',
    });
    const { code, stderr } = await world.bproxy('wait', '-s', session);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Exactly one of --strategy, --any')]);
  });
});

describe('waiting for the user', () => {
  const done = async () => {
    const popup = await openPopup(context);
    await popup.getByRole('button', { name: 'Done' }).click();
    await popup.close();
  };
  const isPaused = async () => (await world.status()).pausedSessions.some((each) => each.session === session);

  it('ends when they press Done, and says who it was', async () => {
    await open('/next');
    await world.error('require-human', '--reason', 'Please log in', '-s', session);
    // A command starts more slowly than a call in this process: the wait is there before the user presses Done.
    const waiting = world.call('wait', { strategy: 'human', timeout: 30_000 }, session);
    await done();
    expect(await waiting).toMatchObject({ matched: true, by: 'user' });
    expect((await world.data('text', 'text', '-s', session)).text).toBe('next');
  });

  it('ends unmet while they have not', async () => {
    await open('/next');
    await world.error('require-human', '--reason', 'Please log in', '-s', session);
    expect(await wait('--strategy', 'human', '--timeout', '400')).toMatchObject({ matched: false });
    expect(await isPaused()).toBe(true);
    await world.data('session.resume', 'session', 'resume', '-s', session);
    expect(await wait('--strategy', 'human')).toMatchObject({ matched: true });
  });

  it('is what require-human does when it is asked to', async () => {
    await open('/next');
    const words = ['require-human', '--reason', 'Please sign', '--wait', '30000', '-s', session];
    const asking = world.data('require-human', ...words);
    await until('it is paused', isPaused);
    await done();
    expect(await asking).toEqual({ resumed: true, by: 'user' });
    expect((await world.data('text', 'text', '-s', session)).text).toBe('next');
  });

  it('ends with the pause, and the error, when nobody comes', async () => {
    await open('/next');
    const words = ['require-human', '--reason', 'Please sign', '--wait', '500', '-s', session];
    expect(await world.error(...words)).toMatchObject({ code: 'HUMAN_REQUIRED', message: 'Please sign' });
    expect(await isPaused()).toBe(true);
  });

  it('says that it was the agent that went on', async () => {
    await open('/next');
    await world.error('require-human', '--reason', 'Please log in', '-s', session);
    const waiting = world.call('wait', { strategy: 'human', timeout: 30_000 }, session);
    await world.data('session.resume', 'session', 'resume', '-s', session);
    expect(await waiting).toMatchObject({ matched: true, by: 'agent' });
  });
});
