import { expect } from 'vitest';
import { html } from './pages.ts';
import type { World } from './world.ts';

/** A page on which every acting command leaves a line. */
export const ACTING_PAGE = html(
  'Acting',
  `<style>#log { white-space: pre-line }</style>
   <button id="button">Go</button>
   <div id="hover" style="width: 100px; height: 30px">Hover</div>
   <input id="name"><input id="city"><textarea id="area"></textarea>
   <div id="editor" contenteditable style="min-height: 20px">old</div>
   <select><option>One</option><option>Two</option></select>
   <button id="trigger" role="combobox" aria-expanded="false" aria-controls="list">Choose</button>
   <ul id="list" role="listbox" hidden><li role="option">Red</li><li role="option">Blue</li></ul>
   <form><input id="search"></form><input id="code"><div id="knob">Knob</div>
   <div id="box" style="height: 100px; overflow: auto"><p style="height: 900px">long</p></div>
   <p id="log"></p>
   <script>
     const log = (line) => { document.querySelector('#log').append(line + '\\n'); };
     const on = (selector, type, line) =>
       document.querySelector(selector).addEventListener(type, (event) => log(line(event.target)));
     on('#button', 'click', () => 'button clicked');
     on('#hover', 'mouseenter', () => 'hovered');
     for (const id of ['name', 'city', 'area']) on('#' + id, 'change', ({ value }) => id + ' is ' + value);
     on('#editor', 'input', ({ textContent }) => 'editor is ' + textContent);
     on('select', 'change', ({ value }) => 'selected ' + value);
     on('#box', 'scroll', ({ scrollTop }) => 'scrolled to ' + scrollTop);
     on('form', 'submit', () => 'sent');
     document.querySelector('form').onsubmit = (event) => event.preventDefault();
     on('#search', 'focus', () => 'focused');
     on('#code', 'input', ({ value }) => 'code ' + value);
     on('#button', 'dblclick', () => 'button clicked twice');
     on('#knob', 'pointerdown', () => 'knob taken');
     const [trigger, list] = [document.querySelector('#trigger'), document.querySelector('#list')];
     trigger.onclick = () => { list.hidden = false; trigger.setAttribute('aria-expanded', 'true'); };
     list.onclick = ({ target }) => {
       trigger.textContent = target.textContent;
       list.hidden = true;
       trigger.setAttribute('aria-expanded', 'false');
       log('picked ' + target.textContent);
     };
   </script>`,
);

const PASTE = ['--method', 'paste', '--world', 'isolated'];

/**
 * Runs each acting command in the bound tab of the session, and reads in the page that it was done. A drag needs
 * animation frames, and is refused.
 */
export async function actEverywhere(world: World, session: string): Promise<void> {
  const here = ['-s', session];
  const field = (selector: string, value: string) => ({
    target: { selector },
    value,
    method: 'paste',
    world: 'isolated',
  });
  expect(await world.data('click', 'click', '--selector', '#button', ...here)).toMatchObject({
    clicked: true,
    stable: true,
  });
  await world.data('hover', 'hover', '--selector', '#hover', ...here);
  await world.data('fill', 'fill', '--selector', '#area', '--value', 'Text', ...PASTE, ...here);
  await world.data('fill', 'fill', '--selector', '#editor', '--value', 'new', ...PASTE, ...here);
  const fields = JSON.stringify({ fields: [field('#name', 'Ann'), field('#city', 'Rome')] });
  await world.data('fill-form', 'fill-form', '--json', fields, ...here);
  const select = (selector: string, text: string) =>
    world.data('select', 'select', '--selector', selector, '--option-text', text, ...here);
  expect(await select('select', 'Two')).toMatchObject({ selected: true });
  expect(await select('#trigger', 'Blue')).toMatchObject({ selected: true });
  expect(await world.data('scroll', 'scroll', '--selector', '#box', '--by', '200', ...here)).toMatchObject({
    moved: true,
    after: 200,
    stable: true,
  });
  await world.data('focus', 'focus', '--selector', '#search', ...here);
  expect(await world.data('press', 'press', '--key', 'Enter', ...here)).toMatchObject({
    default: 'submit',
  });
  await world.data('type', 'type', '--selector', '#code', '--text', '12', ...here);
  const drag = ['drag', '--from', '#knob', '--by', '20,10', ...here];
  expect(await world.error(...drag)).toMatchObject({ code: 'TAB_NOT_VISIBLE' });
  await world.data('click', 'click', '--selector', '#button', '--count', '2', ...here);
  const { text } = await world.data('text', 'text', '--selector', '#log', ...here);
  expect(text.trim().split('\n')).toEqual([
    'button clicked',
    'hovered',
    'area is Text',
    'editor is new',
    'name is Ann',
    'city is Rome',
    'selected Two',
    'picked Blue',
    'scrolled to 200',
    'focused',
    'sent',
    'code 1',
    'code 12',
    'button clicked',
    'button clicked',
    'button clicked twice',
  ]);
}
