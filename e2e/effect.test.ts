import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** Nothing on it reacts to anything. */
const DEAD = html(
  'Dead',
  `<style>nav ul { display: none } nav:hover ul { display: block }</style>
   <button id="button">Go</button>
   <input id="name" value="Ann">
   <select id="size"><option>Small</option><option>Large</option></select>
   <div id="box" style="height: 50px; overflow: auto">short</div>
   <nav id="nav"><b>Menu</b><ul><li><a href="/other">Inside</a></li></ul></nav>
   <button id="popup" onclick="window.open('/other')">Window</button>
   <button id="kept" onclick="event.preventDefault()">Kept</button>`,
);

/** Each button does one thing. */
const ALIVE = html(
  'Alive',
  `<style>#menu { display: none } .open + #menu { display: block }</style>
   <button id="class" onclick="this.classList.toggle('open')">Menu</button><ul id="menu"><li>One</li></ul>
   <label><input type="checkbox" id="box"> Agree</label>
   <button id="late" onclick="setTimeout(() => { document.querySelector('#out').textContent = 'late' }, 40)">Late</button>
   <button id="gone" onclick="this.remove()">Delete</button>
   <a id="link" href="/other">Other</a>
   <a id="tab" href="/other" target="_blank">New tab</a>
   <button id="route" onclick="history.pushState(null, '', '/alive?route')">Route</button>
   <button id="frame" onclick="document.body.append(document.createElement('iframe'))">Frame</button>
   <p id="out"></p>`,
);

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/dead': DEAD, '/alive': ALIVE, '/other': html('Other', '<p>other</p>') });
  await world.startBrowser();
  // In front: the timers of a background page fire once a second.
  session = await world.openSession(pages.url('/dead'), '--show');
});

afterAll(() => world.close());

const go = (path: string) => world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);
const PASTE = ['--method', 'paste', '--world', 'isolated'];
const hint = (words: string) => ({ hint: expect.stringContaining(words) });

describe('an act that changes nothing says so, with a hint', () => {
  const cases: Array<[string, string[], string]> = [
    ['click', ['click', '--selector', '#button'], 'read again with `bproxy snapshot -s'],
    ['a click that the page handles', ['click', '--selector', '#kept'], 'The page handled the click'],
    ['a click that should open a window', ['click', '--selector', '#popup'], 'allow pop-ups for 127.0.0.1:'],
    ['hover', ['hover', '--selector', '#button'], '`bproxy click --selector'],
    ['a hover that only CSS would react to', ['hover', '--selector', '#nav b'], '(:hover)'],
    ['fill', ['fill', '--selector', '#name', '--value', 'Ann', ...PASTE], 'had this value already'],
    ['select', ['select', '--selector', '#size', '--option-text', 'Small'], 'chosen already'],
    ['scroll', ['scroll', '--selector', '#box'], 'something else scrolls'],
    ['scroll of the page', ['scroll', '--direction', 'up'], 'It is at its end'],
  ];

  it.each(cases)('%s', async (_, words, expected) => {
    await go('/dead');
    // The first one may move the focus to its element.
    for (const seen of ['focus', 'none']) {
      const { code, stdout } = await world.bproxy(...words, '-s', session);
      expect(code).toBe(0);
      const { effect } = JSON.parse(stdout).data;
      expect(effect).toMatchObject(hint(expected));
      expect([seen, 'none']).toContain(effect.seen);
    }
  });

  it('also a form', async () => {
    await go('/dead');
    const field = { target: { selector: '#name' }, value: 'Ann', method: 'paste', world: 'isolated' };
    const words = ['fill-form', '--json', JSON.stringify({ fields: [field] }), '-s', session];
    expect((await world.data('fill-form', ...words)).effect).toMatchObject(hint('had these values already'));
  });

  it('marks what a real pointer would see', async () => {
    await go('/dead');
    const words = (selector: string) => ['hover', '--selector', selector, '-s', session];
    expect(await world.data('hover', ...words('#nav b'))).toMatchObject({ cssHover: true });
    expect(await world.data('hover', ...words('#button'))).not.toHaveProperty('cssHover');
  });
});

describe('the effect of a click', () => {
  const cases: Array<[string, string, object]> = [
    ['a class that opens a menu', '#class', { seen: 'dom' }],
    ['a ticked box', '#box', { seen: 'value', became: ['checked'] }],
    ['a text that comes a moment later', '#late', { seen: 'dom' }],
    ['an element that goes away', '#gone', { seen: 'gone' }],
    ['another page', '#link', { seen: 'navigation' }],
    ['another address in the same page', '#route', { seen: 'navigation' }],
    ['a frame', '#frame', { seen: 'dom', frames: { added: 1, removed: 0 } }],
  ];

  it.each(cases)('is seen: %s', async (_, selector, effect) => {
    await go('/alive');
    const data = await world.data('click', 'click', '--selector', selector, '-s', session);
    expect(data.effect).toMatchObject(effect);
    expect(data.effect).not.toHaveProperty('hint');
  });

  it('is the tab that it opens', async () => {
    await go('/alive');
    const { effect, openedTabs } = await world.data('click', 'click', '--selector', '#tab', '-s', session);
    expect(effect.seen).toBe('tab');
    expect(openedTabs).toHaveLength(1);
    await world.data('tab.close', 'tab', 'close', '--tab', openedTabs?.[0] ?? '', '-s', session);
  });

  it('is kept with the answer, for a repetition under the same id', async () => {
    await go('/alive');
    const words = ['click', '--selector', '#class', '--id', 'the-same-click', '-s', session];
    const { data } = await world.ok('click', ...words);
    expect(await world.ok('click', ...words)).toMatchObject({ data, replay: true });
  });
});
