import { afterEach, describe, expect, it } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { click } from '../actions/click.ts';
import { elements } from '../actions/elements.ts';
import { fill } from '../actions/fill.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

/** A host in the page with this shadow tree. */
function component(light: string, shadow: string, tag = 'x-part'): ShadowRoot {
  document.body.innerHTML = `<${tag} id="host" style="display:inline-block">${light}</${tag}>`;
  const host = document.querySelector('#host');
  if (!host) throw new Error('no host');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = shadow;
  return root;
}

function part(root: ShadowRoot | Document, selector: string): Element {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function clicksOn(element: Element): EventTarget[] {
  const clicks: EventTarget[] = [];
  element.addEventListener('click', (event) => {
    event.preventDefault();
    if (event.target) clicks.push(event.target);
  });
  return clicks;
}

const inShadow = (target: string) => ({
  target: { route: { hosts: [{ selector: '#host' }], target } },
});
const clickOn = (selector: string) => runInTestPage('click', click, { target: { selector } });

describe('a control whose text is slotted', () => {
  it.each([
    ['a link', '<a href="#x"><slot></slot></a>', 'a'],
    ['a button', '<button><span><slot></slot></span></button>', 'button'],
  ])('is clicked: %s', async (_, shadow, selector) => {
    const root = component('Slotted words', shadow);
    const clicks = clicksOn(part(root, selector));
    expect(await runInTestPage('click', click, inShadow(selector))).toMatchObject({ clicked: true });
    // A mouse hits the slot that shows the text.
    expect(clicks).toEqual([part(root, 'slot')]);
  });

  it('is clicked when the slot is passed on to another component', async () => {
    const outer = component('Slotted words', '<x-inner id="inner"><slot></slot></x-inner>');
    const inner = part(outer, '#inner').attachShadow({ mode: 'open' });
    inner.innerHTML = '<button><slot></slot></button>';
    const clicks = clicksOn(part(inner, 'button'));
    const route = { hosts: [{ selector: '#host' }, { selector: '#inner' }], target: 'button' };
    expect(await runInTestPage('click', click, { target: { route } })).toMatchObject({ clicked: true });
    expect(clicks).toHaveLength(1);
  });

  it('is refused when its host shows the text elsewhere, on top of it', async () => {
    const root = component(
      'Other words',
      `<button style="width:90px;height:30px">x</button>
       <div style="position:absolute;inset:0;background:#fff"><slot></slot></div>`,
    );
    part(document, '#host').setAttribute('style', 'display:inline-block;position:relative');
    const clicks = clicksOn(part(root, 'button'));
    await expect(runInTestPage('click', click, inShadow('button'))).rejects.toMatchObject({
      error: { details: { reason: 'covered' } },
    });
    expect(clicks).toEqual([]);
  });
});

describe('an element that lets the pointer through', () => {
  it.each([
    ['a button', '<button id="outer"><span id="inner" style="pointer-events:none">Go</span></button>'],
    ['a link', '<a id="outer" href="#x"><b><i id="inner" style="pointer-events:none">Go</i></b></a>'],
  ])('clicks %s that contains it', async (_, html) => {
    document.body.innerHTML = html;
    const clicks = clicksOn(part(document, '#outer'));
    expect(await clickOn('#inner')).toMatchObject({ clicked: true });
    expect(clicks).toHaveLength(1);
  });

  it.each([
    [
      'a control itself',
      '<a id="outer" href="#x"><button id="inner" style="pointer-events:none">Go</button></a>',
    ],
    [
      'in nothing that is operated',
      '<div id="outer"><span id="inner" style="pointer-events:none">Go</span></div>',
    ],
    [
      'over another control',
      `<div id="outer" style="position:relative"><button>Under</button>
       <button><span id="inner" style="pointer-events:none;position:absolute;inset:0">Go</span></button></div>`,
    ],
  ])('is refused when it is %s', async (_, html) => {
    document.body.innerHTML = html;
    const clicks = clicksOn(part(document, '#outer'));
    await expect(clickOn('#inner')).rejects.toMatchObject({
      error: { details: { reason: 'pointer-events' } },
    });
    expect(clicks).toEqual([]);
  });
});

describe('a component that catches the pointer for the control inside', () => {
  const SHADOW = '<button style="pointer-events:none;width:90px;height:30px">Map</button>';

  it('is clicked', async () => {
    const root = component('', SHADOW);
    const clicks = clicksOn(part(document, '#host'));
    expect(await runInTestPage('click', click, inShadow('button'))).toMatchObject({ clicked: true });
    expect([root.host, clicks.length]).toEqual([part(document, '#host'), 1]);
  });

  it('is refused when another control of it is there', async () => {
    component(
      '',
      `<div style="position:relative">${SHADOW}<a href="#x" style="position:absolute;inset:0">x</a></div>`,
    );
    await expect(runInTestPage('click', click, inShadow('button'))).rejects.toMatchObject({
      error: { details: { reason: 'pointer-events' } },
    });
  });
});

describe('a transparent field under its label', () => {
  const FIELD = '<input style="opacity:0;width:90px">';
  const list = async () => (await runInTestPage('elements', elements, {})).elements;

  it('is listed when the label is visible in the place of the field', async () => {
    document.body.innerHTML = `<label style="display:block">Name ${FIELD}</label>`;
    expect(await list()).toMatchObject([{ tag: 'input', label: 'Name' }]);
  });

  it.each([
    ['says nothing', `<label style="display:block">${FIELD}</label>`],
    ['is transparent too', `<label style="display:block;opacity:0">Name ${FIELD}</label>`],
    [
      'is elsewhere',
      `<label for="f">Name</label><p style="height:200px"></p>${FIELD.replace('<input', '<input id="f"')}`,
    ],
  ])('is a trap when the label %s', async (_, html) => {
    document.body.innerHTML = html;
    expect(await list()).toEqual([]);
  });
});

describe('a transparent field that its host draws', () => {
  const FIELD = '<div style="opacity:0"><input aria-label="Name"></div>';

  it('is listed, and filled by its handle', async () => {
    const root = component('', FIELD);
    const { elements: listed } = await runInTestPage('elements', elements, {});
    expect(listed).toMatchObject([{ tag: 'input', label: 'Name' }]);
    const target = handleOf(part(root, 'input'));
    const answer = await runInTestPage('fill', fill, {
      target,
      value: 'Ann',
      method: 'paste',
      world: 'isolated',
    });
    expect(answer).toEqual({ filled: true, verifiedValue: 'Ann' });
  });

  it.each([
    ['is transparent too', 'opacity:0'],
    ['has no room', 'display:block;width:0;height:0;overflow:hidden'],
    ['is elsewhere', 'display:block;width:50px;height:20px;position:absolute;top:400px'],
  ])('is a trap when the host %s', async (_, style) => {
    const root = component('', FIELD.replace('<div style="', '<div style="position:fixed;top:5px;left:5px;'));
    part(document, '#host').setAttribute('style', style);
    expect(root.querySelector('input')).not.toBeNull();
    const { elements: listed } = await runInTestPage('elements', elements, {});
    expect(listed).toEqual([]);
  });
});

describe('a component that exposes no role', () => {
  const list = async () => (await runInTestPage('elements', elements, {})).elements;

  it.each([
    ['x-radio', 'radio'],
    ['x-primary-tab', 'tab'],
    ['x-menu-item', 'menuitem'],
  ])('is listed by its tag, %s, as a %s', async (tag, role) => {
    component('Words', '<div><slot></slot></div>', tag);
    part(document, '#host').setAttribute('tabindex', '-1');
    expect(await list()).toMatchObject([{ tag, role, label: 'Words' }]);
  });

  it('is not listed beside the control inside it', async () => {
    component('Words', '<button><slot></slot></button>', 'x-button');
    part(document, '#host').setAttribute('tabindex', '-1');
    expect(await list()).toMatchObject([{ tag: 'button' }]);
  });

  it('is checked when it shows so, and otherwise has no reported state', async () => {
    component('Words', '<div><slot></slot></div>', 'x-radio');
    part(document, '#host').setAttribute('tabindex', '0');
    expect((await list())[0]).not.toHaveProperty('checked');
    part(document, '#host').setAttribute('checked', '');
    expect((await list())[0]).toMatchObject({ checked: true });
  });

  it('is disabled when it says so', async () => {
    component('Words', '<div><slot></slot></div>', 'x-radio');
    part(document, '#host').setAttribute('tabindex', '0');
    part(document, '#host').setAttribute('disabled', '');
    expect((await list())[0]).toMatchObject({ disabled: true });
  });
});

describe('a label of a component', () => {
  it('names the field inside the component', async () => {
    customElements.define(
      'x-labelled',
      class extends HTMLElement {
        static formAssociated = true;
      },
    );
    document.body.innerHTML = '<label><x-labelled></x-labelled> Agree</label>';
    part(document, 'x-labelled').attachShadow({ mode: 'open' }).innerHTML = '<input type="checkbox">';
    const { elements: listed } = await runInTestPage('elements', elements, {});
    expect(listed).toMatchObject([{ tag: 'input', role: 'checkbox', label: 'Agree' }]);
  });
});
