import type { ForwardedElementTarget } from '@bproxy/shared';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { click } from './click.ts';
import { hover } from './hover.ts';

afterEach(() => {
  document.body.innerHTML = '';
  document.body.removeAttribute('style');
  window.scrollTo(0, 0);
});

const clickOn = (target: ForwardedElementTarget | string) =>
  runInTestPage('click', click, { target: typeof target === 'string' ? { selector: target } : target });

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

const EVENTS = [
  'pointerover',
  'pointerenter',
  'mouseover',
  'mouseenter',
  'pointermove',
  'mousemove',
  'pointerdown',
  'mousedown',
  'focus',
  'pointerup',
  'mouseup',
  'click',
];

function record(element: Element): Event[] {
  const seen: Event[] = [];
  for (const type of EVENTS) element.addEventListener(type, (event) => seen.push(event));
  return seen;
}

/** A place that a click must not reach. */
async function refused(target: ForwardedElementTarget | string): Promise<unknown> {
  const clicks: EventTarget[] = [];
  const listen = (event: Event) => clicks.push(event.target ?? window);
  document.addEventListener('click', listen, true);
  try {
    await clickOn(target);
    return 'clicked';
  } catch (thrown) {
    expect(clicks).toEqual([]);
    return thrown instanceof Error && 'error' in thrown ? thrown.error : thrown;
  } finally {
    document.removeEventListener('click', listen, true);
  }
}

describe('a click on a file field', () => {
  it.each([
    ['#f', '<input type=file id=f>'],
    ['#l', '<label id=l>Attach <input type=file></label>'],
  ])('is refused, and the error says who can do it: %s', async (target, html) => {
    document.body.innerHTML = html;
    expect(await refused(target)).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      retry: 'never',
      suggestedAction: expect.arrayContaining([expect.objectContaining({ action: 'require-human' })]),
      details: { reason: 'file-chooser' },
    });
  });

  it.each([
    ['passes the click on', 'document.querySelector("[type=file]").click()', 'file-chooser'],
    ['passes it on later', 'setTimeout(() => document.querySelector("[type=file]").click())', 'file-chooser'],
    ['does something else', 'document.title = "x"', undefined],
  ])('that a page has beside a button is reported if the button %s', async (_what, script, blocked) => {
    document.body.innerHTML = `<input type=file hidden><button id=b onclick='${script}'>Attach</button>`;
    expect((await clickOn('#b')).blocked).toBe(blocked);
  });

  it('is not reported if the page opens its own window instead', async () => {
    document.body.innerHTML =
      '<input type=file hidden onclick="event.preventDefault()"><button id=b onclick="previousSibling.click()">Attach</button>';
    expect(await clickOn('#b')).not.toHaveProperty('blocked');
  });
});

describe('a click', () => {
  it('fires the events of a mouse, in order and with their fields', async () => {
    document.body.innerHTML = '<button id="b" style="width:100px;height:40px">Go</button>';
    const seen = record(byId('b'));
    expect(await clickOn('#b')).toEqual({
      clicked: true,
      disappeared: false,
      stable: true,
      elapsed: expect.any(Number),
    });
    expect(seen.map(({ type }) => type)).toEqual(EVENTS);
    const box = byId('b').getBoundingClientRect();
    const fields = seen.flatMap((event) =>
      event instanceof MouseEvent
        ? [
            {
              type: event.type,
              buttons: event.buttons,
              detail: event.detail,
              x: event.clientX,
              y: event.clientY,
            },
          ]
        : [],
    );
    for (const { x, y } of fields) {
      expect([x, y]).toEqual([box.x + 50, box.y + 20]);
    }
    const of = (type: string) => fields.find((event) => event.type === type);
    expect(of('mousedown')).toMatchObject({ buttons: 1, detail: 1 });
    expect(of('mouseup')).toMatchObject({ buttons: 0, detail: 1 });
    expect(of('click')).toMatchObject({ buttons: 0, detail: 1 });
    const pointer = seen.find((event) => event.type === 'pointerdown');
    expect(pointer).toMatchObject({ pointerType: 'mouse', isPrimary: true, composed: true, button: 0 });
    expect(document.activeElement).toBe(byId('b'));
  });

  it('has the effects of a click: checks, follows labels, submits, toggles details', async () => {
    document.body.innerHTML = `<label id="l"><input type="checkbox" id="c"> Agree</label>
      <form id="f"><button id="s">Send</button></form><details id="d"><summary>More</summary>x</details>`;
    let submitted = 0;
    byId('f').addEventListener('submit', (event) => {
      event.preventDefault();
      submitted += 1;
    });
    await clickOn('#c');
    await clickOn('#s');
    await clickOn('summary');
    expect(byId('c')).toHaveProperty('checked', true);
    expect(submitted).toBe(1);
    expect(byId('d')).toHaveProperty('open', true);
  });

  it('reports that its target is gone', async () => {
    document.body.innerHTML = '<button id="b">Close</button>';
    byId('b').addEventListener('click', () => byId('b').remove());
    expect(await clickOn('#b')).toMatchObject({ clicked: true, disappeared: true });
  });

  it('respects a page that prevents the press', async () => {
    document.body.innerHTML = '<button id="b">Drag</button>';
    const seen = record(byId('b'));
    byId('b').addEventListener('pointerdown', (event) => event.preventDefault());
    await clickOn('#b');
    const types = seen.map(({ type }) => type);
    expect(types).not.toContain('mousedown');
    expect(types).not.toContain('mouseup');
    expect(types).toContain('click');
    expect(document.activeElement).toBe(document.body);
  });

  it('reaches into shadow roots, and lands on the innermost element', async () => {
    document.body.innerHTML = '<x-a></x-a>';
    const outer = document.querySelector('x-a')?.attachShadow({ mode: 'open' });
    if (!outer) throw new Error('no root');
    outer.innerHTML = '<x-b></x-b>';
    const inner = outer.querySelector('x-b')?.attachShadow({ mode: 'open' });
    if (!inner) throw new Error('no root');
    inner.innerHTML = '<button><span>Deep</span></button>';
    const targets: string[] = [];
    inner.addEventListener('click', (event) =>
      targets.push(event.target instanceof Element ? event.target.localName : ''),
    );
    await clickOn({ route: { hosts: [{ selector: 'x-a' }, { selector: 'x-b' }], target: 'button' } });
    expect(targets).toEqual(['span']);
  });

  it('scrolls its target into view, through two containers', async () => {
    document.body.innerHTML = `<div style="height:3000px"></div>
      <div style="height:200px;overflow:auto"><div style="height:1000px"></div><button id="b">Far</button></div><div style="height:3000px"></div>`;
    let clicks = 0;
    byId('b').addEventListener('click', () => {
      clicks += 1;
    });
    await clickOn('#b');
    expect(clicks).toBe(1);
  });

  it('frees its target from a sticky header', async () => {
    document.body.innerHTML = `<div style="position:sticky;top:0;height:60px;background:red;z-index:9">Header</div>
      <div style="height:2000px"></div><button id="b">Under</button><div style="height:2000px"></div>`;
    byId('b').scrollIntoView({ block: 'start' });
    expect(await clickOn('#b')).toMatchObject({ clicked: true });
  });

  it('hits transformed, zoomed and wrapped elements', async () => {
    document.body.innerHTML = `<div style="display:inline-block;margin:80px;transform:rotate(20deg) scale(.5);zoom:1.5"><button id="a">Turned</button></div>
      <p style="width:60px">text text <a id="w" href="#x">a link over several lines</a></p>`;
    let clicks = 0;
    for (const id of ['a', 'w']) byId(id).addEventListener('click', () => (clicks += 1));
    await clickOn('#a');
    await clickOn('#w');
    expect(clicks).toBe(2);
  });

  it('waits until a moving element stops, and gives up on one that does not', async () => {
    document.body.innerHTML = `<style>@keyframes run { from { margin-left: 0 } to { margin-left: 300px } }</style>
      <button id="b" style="animation: run .2s linear 1 forwards">Run</button>
      <button id="n" style="animation: run 1s linear infinite alternate">Never</button>`;
    expect(await clickOn('#b')).toMatchObject({ clicked: true });
    expect(await refused('#n')).toMatchObject({ details: { reason: 'moving' } });
  });

  it('does not mistake a page that draws nothing for a while for one where nothing moves', async () => {
    document.body.innerHTML = '<button id="b" style="position:fixed;left:0;top:0">Jump</button>';
    const button = document.querySelector<HTMLElement>('#b');
    const held: FrameRequestCallback[] = [];
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => held.push(draw));
    setTimeout(() => {
      if (button) button.style.left = '200px';
      frames.mockRestore();
      for (const draw of held) requestAnimationFrame(draw);
    }, 350);
    let clickedAt = 0;
    button?.addEventListener('click', ({ clientX }) => {
      clickedAt = clientX;
    });
    expect(await clickOn('#b')).toMatchObject({ clicked: true });
    expect(clickedAt).toBeGreaterThan(200);
  });
});

describe('a click is refused, and nothing is clicked,', () => {
  it.each([
    ['hidden', '<button id="b" style="visibility:hidden">x</button>'],
    ['hidden', '<div style="display:none"><button id="b">x</button></div>'],
    ['no-size', '<button id="b" style="width:0;height:0;padding:0;border:0"></button>'],
    ['disabled', '<button id="b" disabled>x</button>'],
    ['disabled', '<fieldset disabled><button id="b">x</button></fieldset>'],
    ['disabled', '<div id="b" role="button" aria-disabled="true">x</div>'],
    ['inert', '<div inert><button id="b">x</button></div>'],
    ['pointer-events', '<button id="b" style="pointer-events:none">x</button>'],
    ['off-screen', '<button id="b" style="position:fixed;left:-500px;top:10px">x</button>'],
  ])('because of %s: %s', async (reason, html) => {
    document.body.innerHTML = html;
    expect(await refused('#b')).toMatchObject({ code: 'ELEMENT_NOT_ACTIONABLE', details: { reason } });
  });

  it('because something covers the target, and the answer names it', async () => {
    document.body.innerHTML = `<button id="b">x</button>
      <div id="o" role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#0008"></div>`;
    expect(await refused('#b')).toMatchObject({
      details: {
        reason: 'covered',
        coveredBy: { tag: 'div', role: 'dialog', name: 'Cookies', selector: '#o' },
      },
    });
  });

  it('because a modal dialog is in front', async () => {
    document.body.innerHTML = '<button id="b">x</button><dialog id="d"><button>y</button></dialog>';
    const dialog = byId('d');
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
    expect(await refused('#b')).toMatchObject({ code: 'ELEMENT_NOT_ACTIONABLE' });
  });

  it('because the target is missing, ambiguous, in a closed root or not CSS', async () => {
    document.body.innerHTML = '<button>1</button><button>2</button><x-c></x-c>';
    document.querySelector('x-c')?.attachShadow({ mode: 'closed' });
    expect(await refused('#none')).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
    expect(await refused('button')).toMatchObject({ code: 'SELECTOR_AMBIGUOUS', details: { count: 2 } });
    expect(await refused({ route: { hosts: [{ selector: 'x-c' }], target: 'b' } })).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
      details: { closedShadow: true },
    });
    expect(await refused('a[')).toMatchObject({ code: 'SCRIPT_ERROR' });
  });

  it.each([
    ['another name', '<button id="b">Delete</button>', 'changed'],
    ['another tag', '<a id="b" href="#">Save</a>', 'changed'],
    ['nothing', '', 'gone'],
    ['two of them', '<button id="b">Save</button><button id="b">Save</button>', 'gone'],
  ])('because the page has put %s under the handle', async (_what, html, reason) => {
    document.body.innerHTML = '<button id="b">Save</button>';
    const target = handleOf(byId('b'));
    document.body.innerHTML = html;
    expect(await refused(target)).toMatchObject({ code: 'ELEMENT_HANDLE_STALE', details: { reason } });
  });
});

describe('a hover', () => {
  it('moves the pointer over the element and presses nothing', async () => {
    document.body.innerHTML = '<div id="m">Menu</div>';
    const seen = record(byId('m'));
    const result = await runInTestPage('hover', hover, { target: { selector: '#m' } });
    expect(result).toEqual({ hovered: true, stable: true, elapsed: expect.any(Number) });
    expect(seen.map(({ type }) => type)).toEqual(EVENTS.slice(0, 6));
  });
});
