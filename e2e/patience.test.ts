import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** After this long the page gives way. */
const LATE_MS = 1_200;

const BUTTON = '<button id="target" onclick="note()">Go</button>';

/** Pages in which the element of an act cannot be used at first. */
const GIVES_WAY: Record<string, string> = {
  'is not there yet': `<template id="box">${BUTTON}</template>
    <script>setTimeout(() => box.replaceWith(box.content), ${LATE_MS})</script>`,
  'is hidden': `<div id="box" hidden>${BUTTON}</div>
    <script>setTimeout(() => { box.hidden = false }, ${LATE_MS})</script>`,
  'is disabled': `<fieldset id="box" disabled>${BUTTON}</fieldset>
    <script>setTimeout(() => { box.disabled = false }, ${LATE_MS})</script>`,
  'is inert': `<div id="box" inert>${BUTTON}</div>
    <script>setTimeout(() => { box.inert = false }, ${LATE_MS})</script>`,
  'is covered': `${BUTTON}<div id="box" style="position: fixed; inset: 0; background: white"></div>
    <script>setTimeout(() => box.remove(), ${LATE_MS})</script>`,
  moves: `<div id="box">${BUTTON}</div><script>
    const from = performance.now();
    const timer = setInterval(() => {
      box.style.marginLeft = (performance.now() - from) / 5 + 'px';
      if (performance.now() - from > ${LATE_MS}) clearInterval(timer);
    }, 5);
  </script>`,
};

const LOG = "<p id='log'></p><script>const note = () => { log.append('clicked;') }</script>";

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  const late = Object.entries(GIVES_WAY).map(([name, body]) => [
    `/${encodeURIComponent(name)}`,
    html('Late', LOG + body),
  ]);
  pages = await world.serve({
    ...Object.fromEntries(late),
    '/never': html('Never', `${LOG}<fieldset disabled>${BUTTON}</fieldset>`),
    '/options': html(
      'Options',
      `<select id="native"><option>Choose</option></select><script>
         setTimeout(() => native.add(new Option('Cork')), ${LATE_MS});
       </script>`,
    ),
    '/form': html(
      'Form',
      `<input id="first"><div id="box" hidden><input id="second"></div><script>
         first.onchange = () => setTimeout(() => { box.hidden = false }, ${LATE_MS});
       </script>`,
    ),
    '/loading': html(
      'Loading',
      `${LOG}<button id="target">Go</button><img src="/slow.png" alt="">
       <script>onload = () => { target.onclick = note }</script>`,
    ),
    '/slow.png': (_request, response) => void setTimeout(() => response.end(), LATE_MS),
    '/endless': html('Endless', `${LOG}${BUTTON}<img src="/hangs.png" alt="">`),
    '/hangs.png': () => {},
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/never'), '--show');
});

afterAll(() => world.close());

const go = (path: string) => world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);
const click = ['click', '--selector', '#target'];
const log = async () => (await world.data('text', 'text', '--selector', '#log', '-s', session)).text;

describe('an act waits for an element that', () => {
  it.each(Object.keys(GIVES_WAY))('%s', async (name) => {
    await go(`/${encodeURIComponent(name)}`);
    expect(await world.data('click', ...click, '-s', session)).toMatchObject({ clicked: true });
    expect(await log()).toBe('clicked;');
  });
});

describe('an act', () => {
  it('that may not wait reports the obstacle at once', async () => {
    await go('/never');
    const { details, code } = await world.error(...click, '--wait', '0', '-s', session);
    expect(code).toBe('ELEMENT_NOT_ACTIONABLE');
    expect(details).toMatchObject({ reason: 'disabled', waitedMs: 0 });
    expect(await log()).toBe('');
  });

  it('reports the last obstacle when its patience ends', async () => {
    const { code, details } = await world.error(...click, '--wait', '700', '-s', session);
    expect(code).toBe('ELEMENT_NOT_ACTIONABLE');
    expect(details).toMatchObject({ reason: 'disabled' });
    expect(details?.['waitedMs']).toBeGreaterThanOrEqual(700);
  });

  it('never waits past its deadline', async () => {
    const words = [...click, '--wait', '60000', '--timeout', '2000', '-s', session];
    expect(await world.error(...words)).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      details: { reason: 'disabled' },
    });
    expect(await log()).toBe('');
  });

  it('waits for a selector that nothing matches yet, and says how long', async () => {
    const words = ['hover', '--selector', '#nowhere', '--wait', '500', '-s', session];
    const { code, details } = await world.error(...words);
    expect(code).toBe('ELEMENT_NOT_FOUND');
    expect(details?.['waitedMs']).toBeGreaterThanOrEqual(500);
  });

  it('names the remedy for a page that draws nothing in the background', async () => {
    const { session: other } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const error = await world.error('click', '--selector', '#nowhere', '--wait', '0', '-s', other);
    expect(error.suggestedAction).toContain(`\`bproxy tab show -s ${other}\``);
    await world.data('session.close', 'session', 'close', '-s', other);
  });

  it('on a page that is loading waits for its scripts', async () => {
    await world.bproxy('navigate', '--url', pages.url('/loading'), '--timeout', '1500', '-s', session);
    await world.data('click', ...click, '-s', session);
    expect(await log()).toBe('clicked;');
  });

  it('on a page that never finishes loading waits only once', async () => {
    await world.bproxy('navigate', '--url', pages.url('/endless'), '--timeout', '1500', '-s', session);
    for (let count = 1; count <= 3; count += 1) await world.data('click', ...click, '-s', session);
    const { requests } = await world.data('debug.last', 'debug', 'last', '--count', '3');
    const times = requests.map(({ elapsedMs }) => elapsedMs);
    expect(Math.max(...times)).toBeGreaterThan(2_500);
    expect(Math.min(...times)).toBeLessThan(2_500);
    expect(await log()).toBe('clicked;clicked;clicked;');
  });
});

describe('options and fields that come late', () => {
  it('are waited for by select', async () => {
    await go('/options');
    const words = ['select', '--selector', '#native', '--option-text', 'Cork', '-s', session];
    expect(await world.data('select', ...words)).toMatchObject({ selected: true, optionText: 'Cork' });
  });

  it('are waited for by each field of fill-form', async () => {
    await go('/form');
    const fields = ['#first', '#second'].map((selector) => ({
      target: { selector },
      value: 'x',
      method: 'paste',
      world: 'isolated',
    }));
    const words = ['fill-form', '--json', JSON.stringify({ fields }), '-s', session];
    const { results } = await world.data('fill-form', ...words);
    expect(results).toMatchObject([{ filled: true }, { filled: true }]);
  });
});
