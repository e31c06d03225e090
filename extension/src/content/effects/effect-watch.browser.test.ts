import { afterEach, describe, expect, it } from 'vitest';
import { watchEffect } from './effect-watch.ts';

afterEach(() => {
  document.body.innerHTML = '';
  document.adoptedStyleSheets = [];
  history.replaceState(null, '', location.pathname + location.search);
  window.scrollTo(0, 0);
});

function page(html: string): HTMLElement {
  document.body.innerHTML = html;
  return byId('target');
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

function after(act: (target: HTMLElement) => void, html = '<button id="target">Go</button>') {
  const target = page(html);
  const watch = watchEffect(target);
  act(target);
  return watch.seen();
}

function style(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

describe('the effect of an act', () => {
  it('is none where nothing changes', async () => {
    expect(after(() => {})).toEqual({ seen: 'none' });
  });

  it('is focus where only the focus moves', async () => {
    expect(after((target) => target.focus())).toEqual({ seen: 'focus' });
  });

  it('is dom for a class that opens a menu, although no element and no text was added', async () => {
    const open = (target: HTMLElement) => target.classList.add('open');
    expect(after(open)).toEqual({ seen: 'dom' });
  });

  it('is dom for what a style alone shows', async () => {
    const html = '<button id="target">Menu</button><div id="menu" style="height: 100vh"></div>';
    style('#menu { display: none } #target:focus + #menu { display: block }');
    expect(after((target) => target.focus(), html)).toEqual({ seen: 'dom', also: ['focus'] });
  });

  it('is dom for a change in an open shadow root', async () => {
    const target = page('<div id="target"></div>');
    const root = target.attachShadow({ mode: 'open' });
    root.innerHTML = '<p>old</p>';
    const watch = watchEffect(target);
    root.innerHTML = '<p>new</p>';
    expect(watch.seen()).toEqual({ seen: 'dom' });
  });

  it('is dom for a popover in the top layer', async () => {
    const html =
      '<button id="target">Menu</button><div id="menu" popover style="inset: 0; width: 100%; height: 100%">m</div>';
    expect(after(() => byId('menu').showPopover(), html)).toEqual({ seen: 'dom' });
  });

  it('is value for a ticked box, and says what it became', async () => {
    const html = '<input type="checkbox" id="target">';
    expect(after((target) => target.click(), html)).toEqual({ seen: 'value', became: ['checked'] });
  });

  it('is value for the box of a label', async () => {
    const html = '<label id="target"><input type="checkbox" checked> Agree</label>';
    expect(after((target) => target.click(), html)).toMatchObject({
      seen: 'value',
      became: ['not checked'],
    });
  });

  it('is value for a switch of ARIA', async () => {
    const html = '<div id="target" role="switch" aria-checked="false">Wifi</div>';
    const turnOn = (target: HTMLElement) => target.setAttribute('aria-checked', 'true');
    expect(after(turnOn, html)).toEqual({ seen: 'value', also: ['dom'], became: ['checked'] });
  });

  it('is value for a field elsewhere that the page fills', async () => {
    const html = '<button id="target">Today</button><input id="date">';
    const fill = () => {
      const field = byId('date');
      if (field instanceof HTMLInputElement) field.value = '2026-11-18';
    };
    expect(after(fill, html)).toEqual({ seen: 'value' });
  });

  it('names a disclosure that opened', async () => {
    const html = '<details><summary id="target">More</summary>Words</details>';
    const found = after((target) => target.click(), html);
    expect(found).toMatchObject({ seen: 'dom', became: ['expanded'] });
  });

  it('is gone for an element that leaves the page', async () => {
    const html = '<ul style="height: 20px; overflow: auto"><li><button id="target">Delete</button></li></ul>';
    expect(after((target) => target.remove(), html)).toEqual({ seen: 'gone', also: ['dom'] });
  });

  it('is scroll where the page only scrolls', async () => {
    const html = '<button id="target">Down</button><div style="height: 3000px"></div>';
    expect(after(() => window.scrollTo(0, 500), html)).toEqual({ seen: 'scroll' });
  });

  it('is navigation for another address', async () => {
    expect(after(() => history.replaceState(null, '', '#there'))).toEqual({ seen: 'navigation' });
  });

  it('counts the frames that came and went', async () => {
    const html = '<button id="target">Pay</button><iframe srcdoc="old"></iframe>';
    const swap = () => {
      document.querySelector('iframe')?.remove();
      document.body.append(document.createElement('iframe'), document.createElement('iframe'));
    };
    expect(after(swap, html)).toMatchObject({ seen: 'dom', frames: { added: 2, removed: 1 } });
  });

  it('says of a page that changes all the time that it does', async () => {
    const target = page('<button id="target">Go</button><p id="clock"></p>');
    const clock = byId('clock');
    const timer = setInterval(() => clock.setAttribute('title', String(Math.random())), 1);
    const watch = watchEffect(target);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(watch.seen()).toEqual({ seen: 'dom' });
    expect(await watch.isRestless()).toBe(true);
    clearInterval(timer);
  });
});
