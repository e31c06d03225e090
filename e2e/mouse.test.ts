import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const PAGE = html(
  'Mouse',
  `<style>body { margin: 0 } #spot { position: absolute; left: 40px; top: 300px; width: 60px; height: 40px; background: teal }</style>
   <button id="all">All</button><a id="link" href="/other"><b>Link</b></a>
   <a id="blank" href="/other" target="_blank">Blank</a>
   <p id="words">Some words here</p><div id="menu" hidden>Menu of the page</div>
   <div id="letter" contenteditable>first second third</div>
   <button id="own">Counts the time itself</button>
   <div id="spot"></div><div style="height: 3000px"></div>
   <ol id="log"></ol>
   <script>
     const note = (line) => { const item = document.createElement('li'); item.textContent = line; log.append(item) };
     const held = (event) => ['ctrl', 'shift', 'alt', 'meta'].filter((key) => event[key + 'Key']).join('+');
     for (const type of ['click', 'dblclick', 'auxclick', 'contextmenu', 'mousedown']) {
       all.addEventListener(type, (event) => note([type, event.button, event.detail, held(event)].join(' ').trim()));
     }
     words.oncontextmenu = (event) => { event.preventDefault(); menu.hidden = false };
     let last = 0;
     own.onclick = () => {
       if (last < Date.now()) note(last === 0 ? 'first' : 'later');
       last = Date.now();
     };
     spot.onclick = (event) => note('spot ' + event.clientX + ' ' + event.clientY);
   </script>`,
);

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/': PAGE, '/other': html('Other', '<p>other</p>') });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'), '--show');
});

beforeEach(() => world.data('navigate', 'navigate', '--url', pages.url('/'), '-s', session));

afterAll(() => world.close());

const click = (...words: string[]) => world.data('click', 'click', ...words, '-s', session);
const log = async () => {
  const { text } = await world.data('text', 'text', '--selector', '#log', '-s', session);
  return text.split('\n').map((line) => line.replace(/^- /, ''));
};

describe('click', () => {
  it('clicks twice and three times', async () => {
    await click('--selector', '#all', '--count', '2');
    expect(await log()).toEqual(['mousedown 0 1', 'click 0 1', 'mousedown 0 2', 'click 0 2', 'dblclick 0 2']);
  });

  it('lets time pass between two clicks, because some pages measure it', async () => {
    await click('--selector', '#own', '--count', '2');
    expect(await log()).toEqual(['first', 'later']);
  });

  it('selects the word of a double click, so that keys replace it', async () => {
    await click('--selector', '#letter', '--count', '2');
    const { text } = await world.data('press', 'press', '--key', 'Mod+C', '-s', session);
    expect(['first', 'second', 'third']).toContain(text?.trim());
  });

  it('presses the right button, and says whether the page shows a menu', async () => {
    expect(await click('--selector', '#words', '--button', 'right')).toMatchObject({
      effect: { seen: 'dom', prevented: true },
    });
    await click('--selector', '#all', '--button', 'right');
    expect(await log()).toEqual(['mousedown 2 1', 'contextmenu 2 0', 'auxclick 2 1']);
  });

  it('opens no tab with the right button', async () => {
    const answer = await click('--selector', '#blank', '--button', 'right');
    expect(answer.effect.seen).not.toBe('tab');
    expect(answer.openedTabs).toBeUndefined();
  });

  it('holds keys', async () => {
    await click('--selector', '#all', '--mod', 'ctrl,shift');
    expect(await log()).toEqual(['mousedown 0 1 ctrl+shift', 'click 0 1 ctrl+shift']);
  });

  it.each([
    ['the key for commands', ['--mod', 'mod']],
    ['the middle button', ['--button', 'middle']],
  ])('opens a hyperlink in a background tab with %s', async (_, words) => {
    const { session: own } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const here = ['click', '--selector', '#link b', ...words, '-s', own];
    expect(await world.data('click', ...here)).toMatchObject({ effect: { seen: 'tab' }, openedTabs: ['t2'] });
    const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', own);
    expect(tabs).toMatchObject([{ url: pages.url('/') }, { url: pages.url('/other') }]);
    await world.data('session.close', 'session', 'close', '-s', own);
  });

  it.each(['shift', 'alt'])('refuses a hyperlink with %s, and says why', async (key) => {
    const words = ['click', '--selector', '#link', '--mod', key, '-s', session];
    expect(await world.error(...words)).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      retry: 'never',
      message: expect.stringContaining('Nothing was clicked'),
      details: { reason: 'modifier' },
    });
  });
});

describe('click-at', () => {
  const at = (x: number, y: number, shot = '') =>
    ['click-at', '--x', String(x), '--y', String(y), '--shot', shot, '-s', session] as const;
  const picture = async () => {
    const { shot = '' } = await world.data(
      'screenshot',
      'screenshot',
      '--output-dir',
      world.dir,
      '-s',
      session,
    );
    expect(shot).toMatch(/^[0-9a-f]{6}$/);
    return shot;
  };

  it('clicks what a picture shows at a point, and names it with a handle', async () => {
    const { hit, clicked } = await world.data('click-at', ...at(70, 320, await picture()));
    expect({ clicked, hit }).toMatchObject({
      clicked: true,
      hit: { tag: 'div', handle: expect.stringMatching(/^el\d+$/) },
    });
    expect(await log()).toEqual(['spot 70 320']);
    await click('--element', hit.handle ?? '');
    expect(await log()).toHaveLength(2);
  });

  it('clicks nothing once the page has scrolled, or has been loaded again', async () => {
    const shot = await picture();
    await world.data('scroll', 'scroll', '--by', '200', '-s', session);
    expect(await world.error(...at(70, 320, shot))).toMatchObject({
      code: 'VIEW_CHANGED',
      suggestedAction: expect.stringContaining('bproxy screenshot'),
    });
    const next = await picture();
    await world.data('reload', 'reload', '-s', session);
    expect(await world.error(...at(70, 320, next))).toMatchObject({ code: 'VIEW_CHANGED' });
    expect(await log()).toEqual(['']);
  });

  it('refuses a point outside of the picture', async () => {
    expect(await world.error(...at(90_000, 5, await picture()))).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
  });
});
