import type { ElementInfo, FrameInfo } from '@bproxy/shared';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, controls, frame, NAMES, twelveFrames } from './frames/twelve-frames.ts';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

const url = (path: string) => pages.url(path);
const elsewhere = (path: string) => at('localhost', url(path));
const goesTo = (path: string) => html('On its way', `<script>location.replace('${path}')</script>`);
const page =
  (body: () => string) =>
  (_: unknown, response: { setHeader(...args: [string, string]): void; end(text: string): void }) => {
    response.setHeader('content-type', 'text/html');
    response.end(html('Page', body()));
  };

beforeAll(async () => {
  pages = await world.serve({
    ...twelveFrames(url),
    '/moving': page(
      () => `<button>Before</button>${frame('Stays', elsewhere('/named?n=stays'))}
        ${frame('Goes', elsewhere('/one'))}${frame('Swaps', elsewhere('/two'))}${frame('Own', '/own')}`,
    ),
    '/one': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.headers.referer?.includes('/two') ? 'arrived' : goesTo('/two?from=one'));
    },
    '/two': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/two' ? goesTo('/one') : 'arrived');
    },
    '/own': goesTo('/own-moved'),
    '/own-moved': html('Own', 'own'),
    '/busy': page(() => `${frame('Turns', elsewhere('/turns'))}${frame('Fine', '/named?n=fine')}`),
    '/turns': html('Turns', '<script>setTimeout(() => { for (;;); }, 100)</script>'),
    '/long': html('Long', Array.from({ length: 60 }, (_, at) => `<h2>Line ${at}</h2>`).join('')),
    '/embeds': page(() => frame('Advertisement', elsewhere('/long')) + frame('Own', '/long')),
    '/twins': page(
      () => `<x-part></x-part><x-part></x-part><iframe title="Placed" src="/named?n=placed"></iframe><script>
        for (const part of document.querySelectorAll('x-part')) part.attachShadow({ mode: 'open' }).innerHTML =
          ${JSON.stringify(frame('Twin', elsewhere('/named?n=twin')))};</script>`,
    ),
    '/card': html('Card', '<input aria-label="Card number" autocomplete="cc-number">'),
    '/pay': page(() => frame('Pay', elsewhere('/card')) + frame('Note', elsewhere('/named?n=note'))),
    '/many': page(
      () =>
        `${controls('here')}${Array.from({ length: 200 }, (_, at) => frame(`Ad ${at}`, elsewhere(`/named?n=${at}`))).join('')}`,
    ),
    '/words': page(
      () =>
        `<p>One</p>${frame('Two', elsewhere('/second'))}<p>Three <a href="/third">link</a></p><img src="/x.png" alt="top" width="20" height="20">`,
    ),
    '/second': html(
      'Second',
      '<h2>Two</h2><a href="/there">there</a><img src="/y.png" alt="inner" width="20" height="20">',
    ),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(url('/'));
});

afterAll(() => world.close());

const go = (path: string) => world.data('navigate', 'navigate', '--url', url(path), '-s', session);
const snapshot = async (...flags: string[]) =>
  (await world.data('snapshot', 'snapshot', ...flags, '-s', session)).tree.split('\n');
const withoutHandles = (lines: string[]) => lines.map((line) => line.replace(/ \[el\d+\]$/, ''));

/** How many frames each control is in, by the lines above it. */
function framesAbove(lines: readonly string[]): Map<string, number> {
  const above: Array<{ level: number; isFrame: boolean }> = [];
  const found = new Map<string, number>();
  for (const line of lines) {
    const [, indent = '', role = '', name = ''] = /^( *)(?:- )?(\w+)(?: "([^"]*)")?/.exec(line) ?? [];
    while ((above.at(-1)?.level ?? -1) >= indent.length) above.pop();
    if (role === 'button' || role === 'textbox')
      found.set(name, above.filter(({ isFrame }) => isFrame).length);
    above.push({ level: indent.length, isFrame: role === 'iframe' });
  }
  return found;
}

describe('a page with frames of every kind over three sites', () => {
  it('is read in one snapshot, with each frame below its line, as Playwright reads it', async () => {
    const lines = await snapshot();
    const shown = await pageAt(context, url('/'));
    const theirs = (await shown.ariaSnapshot({ mode: 'ai' })).split('\n');
    const [ours, playwrights] = [framesAbove(lines), framesAbove(theirs)];
    expect([...ours.keys()]).toEqual(NAMES.flatMap((name) => [`Press ${name}`, `Field ${name}`]));
    // Playwright reads no `object`.
    const common = [...ours].filter(([name]) => !name.endsWith('object'));
    expect(common).toEqual(common.map(([name]) => [name, playwrights.get(name)]));
  });

  it('says of a frame that cannot be read why', async () => {
    const lines = await snapshot();
    expect(lines.filter((line) => line.includes('unread'))).toEqual([
      expect.stringMatching(/^iframe "Tracker" f\d+ \[5x5\] \S+ \[unread=small\]$/),
      `iframe "Refused" [324x64] ${elsewhere('/refused')} [unread=error]`,
    ]);
    expect(lines.join()).not.toContain('hidden');
  });

  it('is read without its frames by --frames top, and one frame alone by --frame', async () => {
    const top = await snapshot('--frames', 'top');
    expect(top.filter((line) => !line.startsWith('iframe'))).toHaveLength(2);
    expect(top.filter((line) => line.startsWith('iframe'))).toHaveLength(14);
    const name = / (f\d+) /.exec(top.find((line) => line.includes('"Deep 0"')) ?? '')?.[1] ?? '';
    const [button, field, deep1] = await snapshot('--frame', name);
    expect([button, field, deep1]).toEqual([
      expect.stringMatching(/^button "Press deep0" \[el\d+\]$/),
      expect.stringMatching(/^textbox "Field deep0" \[el\d+\]$/),
      expect.stringMatching(/^iframe "Deep 1" f\d+ /),
    ]);
    const { html: markup } = await world.data(
      'dom',
      'dom',
      '--frame',
      name,
      '--selector',
      'button',
      '-s',
      session,
    );
    expect(markup).toContain('Press deep0');
    const { elements } = await world.data(
      'inspect',
      'inspect',
      '--frame',
      name,
      '--selector',
      'button',
      '-s',
      session,
    );
    expect(elements).toHaveLength(1);
  });

  it('gives a document the same name in every read', async () => {
    const names = async () => (await snapshot('--frames', 'top')).map((line) => / (f\d+) /.exec(line)?.[1]);
    expect(await names()).toEqual(await names());
  });

  it('is read by elements, which name the frame of each control', async () => {
    const { elements, frames = [] } = await world.data('elements', 'elements', '-s', session);
    const titles = new Map(frames.map((each: FrameInfo) => [each.frame, each.title]));
    const frameOf = (label: string) => {
      const found = elements.find((each: ElementInfo) => each.label === label);
      return found?.frame && titles.get(found.frame);
    };
    expect(frameOf('Press top')).toBeUndefined();
    expect(frameOf('Press cross')).toBe('Cross');
    expect(frameOf('Field deep3')).toBe('Deep 3');
    expect(frames.find(({ title }) => title === 'Inner')?.parent).toBe(
      frames.find(({ title }) => title === 'Outer')?.frame,
    );
  });

  it('looks for a selector in the page itself, never in a frame', async () => {
    expect(
      await world.error('text', '--selector', '[aria-label="Field cross"]', '-s', session),
    ).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
    });
  });
});

describe('text, links, images and outline', () => {
  it('have what is in a frame, in its place', async () => {
    await go('/words');
    const { text } = await world.data('text', 'text', '-s', session);
    expect(text).toBe('One\nTwo\nthere\nThree link');
    const { links } = await world.data('links', 'links', '-s', session);
    expect(links.map(({ text: words, frame: name }) => [words, name !== undefined])).toEqual([
      ['link', false],
      ['there', true],
    ]);
    const { images } = await world.data('images', 'images', '-s', session);
    expect(images.map(({ alt, frame: name }) => [alt, name !== undefined])).toEqual([
      ['top', false],
      ['inner', true],
    ]);
    const { headings, frames } = await world.data('outline', 'outline', '-s', session);
    expect(headings).toEqual([{ frame: frames?.[0]?.frame, level: 2, text: 'Two' }]);
  });
});

describe('a frame', () => {
  it('is listed with its current URL, not with the one the page gave it', async () => {
    await go('/moving');
    let lines: string[] = [];
    await until('the frames have moved', async () => {
      lines = withoutHandles(await snapshot('--frames', 'top'));
      const tree = lines.join('\n');
      return tree.includes('/two?from=one') && tree.includes('/own-moved') && !/\/two$/m.test(tree);
    });
    expect(lines).toEqual([
      'button "Before"',
      expect.stringMatching(/^iframe "Stays" f\d+ \[324x64\] http:\/\/localhost:\d+\/named\?n=stays$/),
      expect.stringMatching(/^iframe "Goes" f\d+ \[324x64\] http:\/\/localhost:\d+\/two\?from=one$/),
      expect.stringMatching(/^iframe "Swaps" f\d+ \[324x64\] http:\/\/localhost:\d+\/one$/),
      expect.stringMatching(/^iframe "Own" f\d+ \[324x64\] http:\/\/127.0.0.1:\d+\/own-moved$/),
    ]);
  });

  it('that does not answer is marked, and the others are read', async () => {
    await go('/busy');
    await until('the frame turns in a circle', async () => {
      const lines = await snapshot();
      return (
        lines.includes(`iframe "Turns" [324x64] ${elsewhere('/turns')} [unread=busy]`) &&
        lines.some((line) => line.includes('Press fine'))
      );
    });
  });

  it('of another site shows its first 40 lines, and all of them when it is read alone', async () => {
    await go('/embeds');
    const lines = await snapshot();
    const name = / (f\d+) /.exec(lines[0] ?? '')?.[1];
    expect(lines.slice(0, 42)).toEqual([
      expect.stringMatching(/^iframe "Advertisement" f\d+ /),
      ...Array.from({ length: 40 }, (_, index) => ` heading "Line ${index}" [level=2]`),
      ` … 20 more lines in ${name}`,
    ]);
    expect(lines).toHaveLength(42 + 61);
    expect(await snapshot('--frame', name ?? '')).toHaveLength(60);
  });

  it('in a shadow tree that could be another one is listed without its content, and read by its name', async () => {
    await go('/twins');
    const lines = await snapshot();
    const twins = lines.filter((line) => line.includes('unread=unplaced'));
    expect(twins).toHaveLength(4);
    expect(lines.join()).toContain('Press placed');
    const name = twins.map((line) => /^iframe (f\d+) /.exec(line)?.[1]).find((each) => each !== undefined);
    expect((await snapshot('--frame', name ?? '')).join()).toContain('Press twin');
  });

  it('that asks for a payment card is marked', async () => {
    await go('/pay');
    const lines = await snapshot();
    expect(lines.filter((line) => line.startsWith('iframe'))).toEqual([
      expect.stringMatching(/^iframe "Pay" .*\/card \[payment\]$/),
      expect.stringMatching(/^iframe "Note" .*\/named\?n=note$/),
    ]);
    const { frames } = await world.data('elements', 'elements', '-s', session);
    expect(frames?.map(({ payment }) => payment)).toEqual([true, undefined]);
  });

  it('that has left or navigated is not found by its name', async () => {
    await go('/pay');
    const [pay = '', note = ''] = (await snapshot('--frames', 'top')).map(
      (line) => / (f\d+) /.exec(line)?.[1] ?? '',
    );
    const shown = await pageAt(context, url('/pay'));
    await shown.evaluate((next) => {
      document.querySelector('[title=Pay]')?.remove();
      const other = document.querySelector('[title=Note]');
      if (other instanceof HTMLIFrameElement) other.src = next;
    }, url('/second'));
    await until('the frame has navigated', () =>
      shown.frames().some((each) => each.url() === url('/second')),
    );
    expect(await world.error('text', '--frame', pay, '-s', session)).toMatchObject({
      code: 'FRAME_NOT_FOUND',
      details: { frame: pay, reason: 'frame-gone' },
    });
    expect(await world.error('text', '--frame', note, '-s', session)).toMatchObject({
      code: 'FRAME_NOT_FOUND',
      details: { frame: note, reason: 'frame-navigated' },
    });
    expect(await world.error('text', '--frame', 'f4999', '-s', session)).toMatchObject({
      code: 'FRAME_NOT_FOUND',
      details: { reason: 'unknown' },
    });
  });
});

it('of 200 frames a read enters twenty, those in view first, and lists the others', async () => {
  await go('/many');
  let lines: string[] = [];
  await until('all frames are there', async () => {
    lines = await snapshot();
    return (
      lines.filter((line) => line.includes('iframe "Ad ')).length === 200 && !lines.join().includes('busy')
    );
  });
  const read = lines.filter((line) => line.startsWith(' button'));
  expect(read).toHaveLength(20);
  expect(lines.filter((line) => line.endsWith('[unread=limit]'))).toHaveLength(180);
  expect(read[0]).toContain('Press 0');
});
