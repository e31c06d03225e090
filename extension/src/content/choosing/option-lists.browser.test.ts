import type { WireResult } from '@bproxy/shared';
import { afterEach, expect, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { select } from '../actions/select.ts';

function run(selector: string, optionText: string): Promise<WireResult<'select'>> {
  return runInTestPage('select', select, { trigger: { selector }, optionText });
}

function only(selector: string): HTMLElement {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
}

afterEach(() => {
  document.body.innerHTML = '';
});

test('an editable combobox gets a choice from its list, and no typed text', async () => {
  document.body.innerHTML = `<label>Colour <input role=combobox aria-expanded=false aria-controls=l></label>
    <ul id=l role=listbox hidden><li role=option id=o1>Red</li><li role=option id=o2>Green</li></ul>`;
  const input = only('input');
  const typed: string[] = [];
  for (const type of ['keydown', 'beforeinput', 'input'])
    input.addEventListener(type, () => typed.push(type));
  input.addEventListener('focus', () => {
    only('#l').hidden = false;
    input.setAttribute('aria-expanded', 'true');
  });
  only('#l').addEventListener('mousedown', (event) => {
    event.preventDefault();
    if (input instanceof HTMLInputElement && event.target instanceof Element)
      input.value = event.target.textContent ?? '';
    only('#l').hidden = true;
  });
  expect(await run('input', 'Green')).toEqual({ selected: true, optionText: 'Green' });
  expect(typed).toEqual([]);
});

test('a value drawn beside the field proves the choice, and a highlight under the pointer does not', async () => {
  const widget = (
    id: string,
  ) => `<div><div id=${id}-value></div><input id=${id} role=combobox aria-controls=${id}-list>
    </div><div id=${id}-list role=listbox><div role=option>Red</div><div role=option>Green</div></div>`;
  document.body.innerHTML = widget('a') + widget('b');
  for (const option of document.querySelectorAll('[role=option]'))
    option.addEventListener('mousemove', () => option.setAttribute('aria-selected', 'true'));
  only('#a-list').addEventListener('click', () => (only('#a-value').textContent = 'Green'));
  expect(await run('#a', 'Green')).toEqual({ selected: true, optionText: 'Green' });
  expect(await run('#b', 'Green')).toEqual({ selected: false, optionText: 'Green' });
});

test('a permanent list is chosen from directly, and a list with several choices keeps them all', async () => {
  document.body.innerHTML = `<ul role=listbox aria-multiselectable=true aria-label=Colours>
    <li role=option aria-selected=true>Red</li><li role=option aria-selected=false>Green</li></ul>`;
  for (const option of document.querySelectorAll('[role=option]'))
    option.addEventListener('click', () =>
      option.setAttribute('aria-selected', String(option.getAttribute('aria-selected') !== 'true')),
    );
  expect(await run('ul', 'Green')).toEqual({ selected: true, optionText: 'Green' });
  expect(await run('ul', 'Red')).toEqual({ selected: true, optionText: 'Red' });
  expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(2);
});

test('a menu item is chosen when the menu closes on it', async () => {
  document.body.innerHTML = `<button aria-haspopup=menu popovertarget=m>Actions</button>
    <div id=m popover role=menu><div role=menuitem>Copy</div><div role=menuitem>Delete</div></div>`;
  const done: string[] = [];
  only('#m').addEventListener('click', ({ target }) => {
    if (target instanceof Element) done.push(target.textContent ?? '');
    only('#m').hidePopover();
  });
  expect(await run('button', 'Copy')).toEqual({ selected: true, optionText: 'Copy' });
  expect(done).toEqual(['Copy']);
});

test('a list in the shadow root of the trigger is found', async () => {
  document.body.innerHTML = '<x-select></x-select>';
  const root = only('x-select').attachShadow({ mode: 'open' });
  root.innerHTML = `<button>Choose</button><div role=listbox style="display:none"><div role=option>Red</div></div>`;
  const [button, list] = [root.querySelector('button'), root.querySelector('div')];
  button?.addEventListener('click', () => list?.removeAttribute('style'));
  list?.addEventListener('click', () => {
    list.style.display = 'none';
    if (button) button.textContent = 'Colour: Red';
  });
  const trigger = { route: { hosts: [{ selector: 'x-select' }], target: 'button' } };
  expect(await runInTestPage('select', select, { trigger, optionText: 'Red' })).toMatchObject({
    selected: true,
  });
});

test('a trigger that is covered or disabled is not pressed', async () => {
  document.body.innerHTML = '<button aria-haspopup=listbox aria-disabled=true>Choose</button>';
  const button = only('button');
  let presses = 0;
  button.addEventListener('pointerdown', () => (presses += 1));
  await expect(run('button', 'Red')).rejects.toMatchObject({ error: { details: { reason: 'disabled' } } });
  button.removeAttribute('aria-disabled');
  document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0"></div>');
  await expect(run('button', 'Red')).rejects.toMatchObject({ error: { details: { reason: 'covered' } } });
  expect(presses).toBe(0);
});
