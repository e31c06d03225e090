import { type ElementHandle, isElementHandle } from '@bproxy/shared';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, controls, frame, NAMES, twelveFrames } from './frames/twelve-frames.ts';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;
let sent: string[] = [];

const url = (path: string) => pages.url(path);
const elsewhere = (path: string, host = 'localhost') => at(host, url(path));
const page =
  (body: () => string) =>
  (_: unknown, response: { setHeader(...args: [string, string]): void; end(text: string): void }) => {
    response.setHeader('content-type', 'text/html');
    response.end(html('Page', body()));
  };

beforeAll(async () => {
  pages = await world.serve({
    ...twelveFrames(url),
    '/covered': page(
      () => `<style>body { margin: 0 } iframe { display: block; border: 0 }</style>
        ${frame('Under', elsewhere('/named?n=under'))}
        <div id="cover" style="position:absolute;left:0;top:0;width:400px;height:60px;background:red">Cover</div>
        <iframe title="Around" width="320" height="80" src="${elsewhere('/around', 'a.localhost')}"></iframe>
        <div style="height:3000px"></div>${frame('Far', elsewhere('/named?n=far'))}
        <div style="transform:scale(0.5);transform-origin:0 0">${frame('Scaled', elsewhere('/named?n=scaled'))}</div>
        <div style="height:3000px"></div>`,
    ),
    '/around': page(
      () => `<style>body { margin: 0 } iframe { display: block; border: 0 }</style>${frame('Within', elsewhere('/named?n=within', 'b.localhost'))}
        <p style="position:absolute;left:0;top:0;width:400px;height:60px;margin:0;background:blue">Notice</p>`,
    ),
    '/hidden-frame': page(() => `<div id="box">${frame('Shy', elsewhere('/named?n=shy'))}</div>`),
    '/swap': page(() => `<p id="one">${frame('Swap', elsewhere('/named?n=swap'))}</p><p id="two"></p>`),
    '/other': html('Other', controls('other')),
    '/keys': page(
      () => `<input aria-label="Outside" id="out">${frame('Keys', elsewhere('/form'))}
        <iframe title="Deep keys" width="400" height="90" src="${elsewhere('/holds', 'a.localhost')}"></iframe>`,
    ),
    '/holds': page(() => frame('Holds', elsewhere('/form', 'b.localhost'))),
    '/form': html(
      'Form',
      `<form action="/sent"><input aria-label="Name" name="name"><button>Send</button></form>
       <select aria-label="Size"><option>S</option><option>L</option></select>`,
    ),
    '/sent': (request, response) => {
      sent.push(request.url ?? '');
      response.setHeader('content-type', 'text/html');
      response.end(html('Sent', '<p>Thanks</p>'));
    },
    '/checkout': page(
      () => `<h1>Pay</h1><label>Name <input id="name"></label>
        ${frame('Card number', elsewhere('/number', 'a.localhost'))}${frame('Expiry', elsewhere('/expiry', 'a.localhost'))}
        <button>Pay</button>`,
    ),
    '/number': html('Number', '<input aria-label="Card number" autocomplete="cc-number">'),
    '/expiry': html('Expiry', '<input aria-label="Expiry" autocomplete="cc-exp">'),
    '/leaves': page(
      () => `${frame('Leaves', elsewhere('/leaver'))}<script>
        addEventListener('message', () => document.querySelector('iframe').remove());</script>`,
    ),
    '/leaves-top': page(() => frame('Leaves', '/leaver')),
    '/leaver': html(
      'Leaver',
      `<button onclick="location.href='/other'">Go</button>
       <button onclick="parent.postMessage('remove', '*')">Remove me</button><a href="/other" target="_top">Top</a>`,
    ),
    '/asks': page(() => frame('Asks', '/asker')),
    '/asks-elsewhere': page(() => frame('Asks', elsewhere('/asker'))),
    '/asker': html(
      'Asker',
      `<button onclick="this.textContent = confirm('Sure?') ? 'Yes' : 'No'">Ask</button>`,
    ),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(url('/'), '--show');
});

afterAll(() => world.close());

const here = () => ['-s', session];
const go = async (path: string): Promise<Page> => {
  await world.data('navigate', 'navigate', '--url', url(path), ...here());
  return pageAt(context, url(path));
};
const tree = async () => (await world.data('snapshot', 'snapshot', ...here())).tree.split('\n');
/** The handle of the control with this name, once the frames show it. */
async function handleOf(name: string): Promise<string> {
  let handle: string | undefined;
  await until(`there is ${name}`, async () => {
    const line = (await tree()).find((each) => each.includes(`"${name}"`) && /\[el\d+\]$/.test(each));
    handle = /\[(el\d+)\]$/.exec(line ?? '')?.[1];
    return handle !== undefined;
  });
  return handle ?? '';
}
function targetOf(handle = ''): { handle: ElementHandle } {
  if (!isElementHandle(handle)) throw new Error(`${handle} is no handle`);
  return { handle };
}
/** What Playwright sees in the frame of this page. */
const inside = (shown: Page, part: string) => {
  const found = shown.frames().find((each) => each.url().includes(part));
  if (!found) throw new Error(`no frame has ${part}`);
  return found;
};
const PASTE = ['--method', 'paste', '--world', 'isolated'];

describe('a control in any frame', () => {
  it('is clicked and filled by its handle, and nothing else is', async () => {
    const lines = await tree();
    const handles = (role: string) =>
      new Map(
        lines.flatMap((line) => {
          const [, found, name, handle] = /^ *(\w+) "\w+ (\w+)".* \[(el\d+)\]$/.exec(line) ?? [];
          return found === role && name && handle ? [[name, handle] as const] : [];
        }),
      );
    const [buttons, fields] = [handles('button'), handles('textbox')];
    for (const name of NAMES) {
      const clicked = await world.call('click', { target: targetOf(buttons.get(name)) }, session);
      expect(clicked, name).toMatchObject({ clicked: true, effect: { seen: 'dom' } });
      const field = { target: targetOf(fields.get(name)), value: `Text of ${name}` };
      const filled = await world.call('fill', { ...field, method: 'paste', world: 'isolated' }, session);
      expect(filled, name).toMatchObject({ filled: true, effect: { seen: 'value' } });
    }
    const shown = await pageAt(context, url('/'));
    const done: string[] = [];
    for (const each of shown.frames()) {
      done.push(
        ...(await each.evaluate(() =>
          Array.from(document.querySelectorAll('button')).map(
            (button) => `${button.textContent} ${document.querySelector('input')?.value}`,
          ),
        )),
      );
    }
    const hidden = ['hidden', 'tracker'].map((name) => `Press ${name} `);
    expect(done.sort()).toEqual(
      [...NAMES.map((name) => `Pressed ${name} Text of ${name}`), ...hidden].sort(),
    );
    const crossed = await handleOf('Pressed cross');
    const hovered = await world.ok('hover', 'hover', '--element', crossed, ...here());
    // The page of an answer is the tab's, not the frame's.
    expect(hovered.page.url).toBe(url('/'));
  });

  it('is refused while something in a page around its frame covers it', async () => {
    await go('/covered');
    const under = await handleOf('Press under');
    expect(await world.error('click', '--element', under, '--wait', '0', ...here())).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      details: { reason: 'covered', coveredBy: { selector: '#cover' }, atFrame: { name: 'Under' } },
    });
    const within = await handleOf('Press within');
    expect(await world.error('click', '--element', within, '--wait', '0', ...here())).toMatchObject({
      details: { reason: 'covered', coveredBy: { tag: 'p' }, atFrame: { name: 'Within' } },
    });
  });

  it('is scrolled into view in every page around it, also where the frame is scaled', async () => {
    const far = await handleOf('Press far');
    await world.data('click', 'click', '--element', far, ...here());
    const scaled = await handleOf('Press scaled');
    await world.data('click', 'click', '--element', scaled, ...here());
    const lines = (await tree()).join();
    expect(lines).toContain('Pressed far');
    expect(lines).toContain('Pressed scaled');
  });

  it('is refused if the frame has been hidden or switched off since the read', async () => {
    const shown = await go('/hidden-frame');
    await handleOf('Press shy');
    const read = (await tree()).map((line) => /\[(el\d+)\]$/.exec(line)?.[1] ?? '');
    const [button = '', field = ''] = read.filter((each) => each !== '');
    const change = (attribute: string, value: string) =>
      shown.evaluate(
        ([name = '', text = '']) => document.getElementById('box')?.setAttribute(name, text),
        [attribute, value],
      );
    await change('style', 'visibility: hidden');
    const fill = ['fill', '--element', field, '--value', 'x', ...PASTE, '--wait', '0'];
    expect(await world.error(...fill, ...here())).toMatchObject({ details: { reason: 'hidden' } });
    await change('style', '');
    await change('inert', '');
    expect(await world.error('click', '--element', button, '--wait', '0', ...here())).toMatchObject({
      details: { reason: 'inert' },
    });
  });
});

describe('a frame that is exchanged between the read and the act', () => {
  const swaps: Array<[string, string, () => void]> = [
    [
      'navigates',
      'frame-navigated',
      () => {
        const shown = document.querySelector('iframe');
        if (shown) shown.src = '/other';
      },
    ],
    [
      'loads its page again',
      'frame-navigated',
      () => {
        const shown = document.querySelector('iframe');
        if (shown) shown.src = String(shown.src);
      },
    ],
    [
      'is moved in the page',
      'frame-gone',
      () => {
        const shown = document.querySelector('iframe');
        if (shown) document.querySelector('#two')?.append(shown);
      },
    ],
    ['is removed', 'frame-gone', () => document.querySelector('iframe')?.remove()],
  ];
  it.each(swaps)('and %s makes its handles stale, and nothing is touched', async (_, reason, swap) => {
    const shown = await go('/swap');
    const handle = await handleOf('Press swap');
    const before = shown.frames()[1];
    const isGone = new Promise<void>((resolve) => {
      shown.on('framedetached', () => resolve());
      shown.on('framenavigated', () => resolve());
    });
    await shown.evaluate(swap);
    await isGone;
    expect(before).toBeDefined();
    expect(await world.error('click', '--element', handle, ...here())).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { handle, reason },
    });
    const pressed = await Promise.all(
      shown.frames().map((each) =>
        each
          .locator('text=/^Pressed/')
          .count()
          .catch(() => 0),
      ),
    );
    expect(pressed.every((count) => count === 0)).toBe(true);
  });
});

describe('keys without a target', () => {
  it('go to the element with the focus, in whatever frame that is', async () => {
    const shown = await go('/keys');
    await until(
      'the form is there',
      async () => (await tree()).filter((line) => line.includes('"Name"')).length === 2,
    );
    const { elements } = await world.data('elements', 'elements', ...here());
    const names = elements.flatMap(({ label, handle = '' }) => (label === 'Name' ? [handle] : []));
    for (const [index, handle] of names.entries()) {
      await world.data('focus', 'focus', '--element', handle, ...here());
      const typed = await world.data('type', 'type', '--text', `Ann${index}`, ...here());
      expect(typed).toMatchObject({ typed: 4, verifiedValue: `Ann${index}`, on: { name: 'Name' } });
    }
    const outside = elements.find(({ label }) => label === 'Outside')?.handle ?? '';
    await world.data('focus', 'focus', '--element', outside, ...here());
    await world.data('type', 'type', '--text', 'Bob', ...here());
    expect(await shown.locator('#out').inputValue()).toBe('Bob');
    const written = [elsewhere('/form'), elsewhere('/form', 'b.localhost')].map((address) =>
      shown
        .frames()
        .find((each) => each.url() === address)
        ?.locator('input')
        .inputValue(),
    );
    expect(await Promise.all(written)).toEqual(['Ann0', 'Ann1']);
  });

  it('send a form in a frame once, and the answer says that the frame went on', async () => {
    sent = [];
    const field = await handleOf('Name');
    await world.data('focus', 'focus', '--element', field, ...here());
    const { effect } = await world
      .data('press', 'press', '--key', 'Enter', ...here())
      .catch((error: Error) => {
        expect(error.message).toContain('OUTCOME_UNKNOWN');
        return { effect: { seen: 'navigation' } };
      });
    await until('the form has been sent', () => sent.length > 0);
    expect(sent).toHaveLength(1);
    expect(effect.seen).toBeDefined();
  });
});

describe('a form over several frames', () => {
  it('is filled with one command, and payment frames are marked', async () => {
    const shown = await go('/checkout');
    const [name, number, expiry] = [
      await handleOf('Name'),
      await handleOf('Card number'),
      await handleOf('Expiry'),
    ];
    expect((await tree()).filter((line) => line.endsWith('[payment]'))).toHaveLength(2);
    // The last read has replaced the handles of those before it.
    const fresh = await world.data('elements', 'elements', ...here());
    expect([name, number, expiry].every((each) => each !== '')).toBe(true);
    const target = (label: string) => ({
      handle: fresh.elements.find((each) => each.label === label)?.handle,
    });
    const fields = ['Name', 'Card number', 'Expiry'].map((label) => ({
      ...{ target: target(label), value: `${label}!`, method: 'paste', world: 'isolated' },
    }));
    const { results } = await world.data(
      'fill-form',
      'fill-form',
      '--json',
      JSON.stringify({ fields }),
      ...here(),
    );
    expect(results.map(({ filled, verifiedValue }) => [filled, verifiedValue])).toEqual([
      [true, 'Name!'],
      [true, 'Card number!'],
      [true, 'Expiry!'],
    ]);
    expect(await inside(shown, '/number').locator('input').inputValue()).toBe('Card number!');
  });

  it('waits, selects and answers a question in a frame', async () => {
    await go('/keys');
    const size = await handleOf('Size');
    const chosen = await world.data('select', 'select', '--element', size, '--option-text', 'L', ...here());
    expect(chosen).toMatchObject({ selected: true });
    const name =
      (await tree()).map((line) => /"Keys" (f\d+) /.exec(line)?.[1]).find((each) => each !== undefined) ?? '';
    const wait = ['wait', '--frame', name, '--strategy', 'selector', '--target', 'button'];
    expect(await world.data('wait', ...wait, ...here())).toMatchObject({ matched: true });
    const filled = ['fill', '--frame', name, '--selector', 'input', '--value', 'By name', ...PASTE];
    expect(await world.data('fill', ...filled, ...here())).toMatchObject({ filled: true });
    await go('/asks');
    const ask = await handleOf('Ask');
    const { dialogs } = await world.data(
      'click',
      'click',
      '--element',
      ask,
      '--dialogs',
      'accept',
      ...here(),
    );
    expect(dialogs).toEqual([{ type: 'confirm', message: 'Sure?', answer: true }]);
    expect((await tree()).join()).toContain('button "Yes"');
  });

  it('reports a dialog that a frame of another site opens, and goes on once it is closed', async () => {
    const shown = await go('/asks-elsewhere');
    const ask = await handleOf('Ask');
    let close = async () => {};
    shown.on('dialog', (dialog) => {
      close = () => dialog.accept();
    });
    expect(await world.error('click', '--element', ask, ...here())).toMatchObject({ code: 'DIALOG_OPEN' });
    await close();
    await until('the frame has its answer', async () =>
      (await tree().catch(() => [''])).join().includes('button "Yes"'),
    );
  });
});

describe('an act that makes its frame leave', () => {
  it('is a success, and the next read shows the new page', async () => {
    await go('/leaves');
    const leave = await handleOf('Go');
    expect(await world.data('click', 'click', '--element', leave, ...here())).toMatchObject({
      clicked: true,
    });
    await until('the frame shows the other page', async () => (await tree()).join().includes('Press other'));
    await go('/leaves');
    const remove = await handleOf('Remove me');
    const { effect } = await world.data('click', 'click', '--element', remove, ...here());
    expect(effect).toMatchObject({ seen: 'gone' });
    await go('/leaves-top');
    const top = await handleOf('Top');
    const { page: after } = await world.ok('click', 'click', '--element', top, ...here());
    expect(after.url).toBe(url('/other'));
  });
});
