import { fileURLToPath } from 'node:url';
import type { ACTIONS, Action } from '@bproxy/shared';
import { expect } from 'vitest';
import { html } from '../harness/pages.ts';

export const TOUCHED = 'Touched';

/** The acts that run in a page, by their traits: a new one without a row does not compile. */
type ActName = {
  [A in Action]: (typeof ACTIONS)[A] extends { destructive: true; tab: 'bound' } ? A : never;
}[Action];

export interface Act {
  /** On a page where nothing reacts. `impossible` says why there is no such page for this act. */
  dead: { words: readonly string[]; answer: object } | { impossible: string };
  /** The elements that it names, each with the id of one on the page of targets. */
  targets?: Record<string, string>;
  /** The command line, given the handle of each of those elements. */
  words?(handleOf: (role: string) => string): string[];
  /** Whether a cover is in its way. */
  by: 'pointer' | 'keys';
}

const SOME_FILE = fileURLToPath(import.meta.url);
const PASTE = ['--method', 'paste', '--world', 'isolated'];
const onDead = (command: string, ...words: string[]) => [command, '--selector', `#${command}`, ...words];
const none = (hint: string) => ({ data: { effect: { seen: 'none', hint: containing(hint) } } });
const field = (target: object, value: string) =>
  JSON.stringify({ fields: [{ target, value, method: 'paste', world: 'isolated' }] });

function containing(text: string): unknown {
  return expect.stringContaining(text);
}

/** An act on one element: the same words on both pages. */
function onOne(command: string, hint: string, by: Act['by'], ...words: string[]): Act {
  return {
    dead: { words: onDead(command, ...words), answer: none(hint) },
    targets: { target: command },
    words: (handleOf) => [command, '--element', handleOf('target'), ...words],
    by,
  };
}

export const ACTS: Record<ActName, Act> = {
  click: onOne('click', 'Nothing on it has changed', 'pointer'),
  hover: onOne('hover', 'Nothing reacts to the pointer', 'pointer'),
  focus: onOne('focus', 'had the focus already', 'keys'),
  press: onOne('press', 'did nothing that can be seen', 'keys', '--key', 'F2'),
  type: onOne('type', 'takes no text', 'keys', '--text', 'x'),
  fill: onOne('fill', 'had this value already', 'keys', '--value', 'Ann', ...PASTE),
  scroll: onOne('scroll', 'something else scrolls', 'keys'),
  edit: {
    ...onOne('edit', 'shows no change', 'keys', '--find', 'old', '--replace', 'new'),
    dead: {
      words: ['edit', '--selector', '#fill', '--find', 'Ann', '--replace', 'Ann'],
      answer: none('shows no change'),
    },
  },
  'select-text': onOne('select-text', 'changes nothing yet', 'keys', '--text', 'old'),
  upload: {
    ...onOne('upload', 'Nothing', 'keys', '--file', SOME_FILE),
    dead: {
      words: ['upload', '--selector', '#click', '--as', 'drop', '--file', SOME_FILE],
      answer: { ok: false, error: { code: 'FILE_REFUSED', details: { reason: 'no-drop-zone' } } },
    },
  },
  select: {
    ...onOne('select', 'chosen already', 'keys', '--option-text', 'One'),
    targets: { trigger: 'select' },
    words: (handleOf) => ['select', '--element', handleOf('trigger'), '--option-text', 'Two'],
  },
  'fill-form': {
    dead: {
      words: ['fill-form', '--json', field({ selector: '#fill' }, 'Ann')],
      answer: none('had these values already'),
    },
    targets: { 'fields.*.target': 'fill-form' },
    words: (handleOf) => ['fill-form', '--json', field({ handle: handleOf('fields.*.target') }, 'x')],
    by: 'keys',
  },
  drag: {
    dead: { words: ['drag', '--from', '#click', '--by', '30,30'], answer: none('Nothing has moved') },
    targets: { from: 'card', to: 'bin' },
    words: (handleOf) => ['drag', '--from', handleOf('from'), '--to', handleOf('to')],
    by: 'pointer',
  },
  'click-at': {
    dead: {
      words: ['click-at', '--x', '5', '--y', '5', '--shot', 'SHOT'],
      answer: none('Nothing on it has changed'),
    },
    by: 'pointer',
  },
  'dialog.dismiss': {
    dead: { words: ['dialog', 'dismiss'], answer: { data: { dismissed: false } } },
    by: 'keys',
  },
  back: { dead: { impossible: 'the tab has come from another page' }, by: 'keys' },
  forward: {
    dead: { words: ['forward'], answer: { ok: false, error: { code: 'NAVIGATION_FAILED' } } },
    by: 'keys',
  },
  reload: { dead: { impossible: 'a page that is loaded again is a new one' }, by: 'keys' },
  navigate: { dead: { impossible: 'the page at an address is loaded again, too' }, by: 'keys' },
  'require-human': { dead: { impossible: 'it acts on the session, not on the page' }, by: 'keys' },
};

/** Nothing on it reacts to anything. */
export const DEAD = html(
  'Dead',
  `<p>Words</p><button id="click">Go</button><button id="hover">Over</button><button id="focus">Here</button>
   <input id="press" aria-label="Keys"><input id="type" aria-label="Fixed" value="old" readonly><input id="fill" value="Ann"><input id="select-text" value="old words">
   <select id="select"><option>One</option><option>Two</option></select>
   <div id="scroll" tabindex="0" style="height: 50px; overflow: auto">short</div>`,
);

const IDS = ['click', 'hover', 'focus', 'card', 'bin'];
const FIELDS = ['press', 'type', 'fill', 'fill-form', 'edit', 'select-text'];

/** One element for each act, with its id as its name. What takes its place, or covers it, says if it is touched. */
export const TARGETS = html(
  'Untouched',
  `<style>button, input, select { width: 120px; height: 30px; display: inline-block } #scroll { height: 40px; width: 120px; overflow: auto }</style>
   ${IDS.map((id) => `<button id="${id}">${id}</button>`).join('')}
   ${FIELDS.map((id) => `<input id="${id}" aria-label="${id}" value="old words">`).join('')}
   <input id="upload" aria-label="upload" type="file">
   <select id="select" aria-label="select"><option>One</option><option>Two</option></select>
   <div id="scroll" role="listbox" aria-label="scroll" tabindex="0"><p style="height: 500px">x</p></div>
   <script>
     const TYPES = ['pointerover', 'pointerdown', 'mouseover', 'mousedown', 'mouseup', 'click', 'keydown', 'focus', 'input', 'change', 'scroll', 'dragover', 'drop'];
     const trap = (element) => {
       for (const type of TYPES) element.addEventListener(type, () => { document.title = '${TOUCHED}' });
       return element;
     };
     const covers = [];
     const changes = {
       swap(old) {
         const other = old.cloneNode(true);
         other.disabled = false;
         other.setAttribute('aria-label', 'Delete everything');
         old.replaceWith(trap(other));
       },
       remove: (old) => old.remove(),
       cover(old) {
         old.disabled = false;
         const { x, y, width, height } = old.getBoundingClientRect();
         const cover = trap(document.createElement('button'));
         cover.textContent = 'Delete everything';
         cover.style.cssText = 'position: fixed; left: ' + x + 'px; top: ' + y + 'px; width: ' + width + 'px; height: ' + height + 'px';
         covers.push(cover);
         document.body.append(cover);
       },
     };
     globalThis.spoil = (what, id) => changes[what](document.getElementById(id));
     globalThis.disable = (id) => { document.getElementById(id).disabled = true };
     globalThis.uncover = () => { for (const cover of covers.splice(0)) cover.remove() };
   </script>`,
);
