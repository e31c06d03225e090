import { afterEach, describe, expect, it } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { elements } from './elements.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

async function list(html: string, form = false) {
  document.body.innerHTML = html;
  return read(form);
}

function read(form = false) {
  return runInTestPage('elements', elements, form ? { form } : {});
}

describe('elements', () => {
  it('describe each control as its user knows it', async () => {
    const found = await list(`
      <label for="e">Email</label><input id="e" type="email" required placeholder="you@x" value="a@b">
      <span id="l1">First</span> <span id="l2">name</span><input name="n" aria-labelledby="l1 l2">
      <input type="password" aria-label="Password" value="hunter2">
      <label><input type="checkbox" checked name="c"> Agree</label>
      <textarea aria-label="Note" disabled>hello</textarea>
      <div contenteditable="true" aria-label="Post" class="ProseMirror">text</div>
      <button>Send</button><a href="/x">Link</a>`);
    expect(found.elements).toMatchObject([
      {
        selector: '#e',
        tag: 'input',
        type: 'email',
        role: 'textbox',
        label: 'Email',
        value: 'a@b',
        placeholder: 'you@x',
        required: true,
      },
      { selector: 'input[name="n"]', label: 'First name', value: '' },
      { type: 'password', label: 'Password', value: '••••••' },
      { type: 'checkbox', role: 'checkbox', label: 'Agree', checked: true },
      { tag: 'textarea', label: 'Note', value: 'hello', disabled: true },
      { tag: 'div', label: 'Post', value: 'text', runtimeHandle: 'prosemirror' },
      { tag: 'button', role: 'button', label: 'Send' },
      { tag: 'a', role: 'link', label: 'Link' },
    ]);
    expect(found.elements).toHaveLength(8);
    expect(found.minted).toMatchObject({ count: 8 });
    expect(found).not.toHaveProperty('truncated');
  });

  it('list the options of a select with their groups, and the chosen ones', async () => {
    const {
      elements: [select],
    } = await list(`<select aria-label="Pick" multiple>
      <optgroup label="Fruit"><option selected>Apple<option>Pear</optgroup>
      <optgroup label="Nuts"><option selected>Almond</optgroup></select>`);
    expect(select).toMatchObject({
      value: 'Apple, Almond',
      options: ['Apple', 'Pear', 'Almond'],
      optionGroups: [
        { label: 'Fruit', options: ['Apple', 'Pear'] },
        { label: 'Nuts', options: ['Almond'] },
      ],
    });
  });

  it('cover the whole document, dialogs first, regardless of the focus', async () => {
    document.body.innerHTML = `<form><input aria-label="Focused"></form><button>Page</button>
      <div role="dialog" aria-label="D"><button>In dialog</button><x-in></x-in></div>`;
    const inner = document.querySelector('x-in')?.attachShadow({ mode: 'open' });
    if (inner) inner.innerHTML = '<button>Shadow</button>';
    document.querySelector('input')?.focus();
    const { elements: found } = await read();
    expect(found.map(({ label }) => label)).toEqual(['In dialog', 'Shadow', 'Focused', 'Page']);
    expect(found.map(({ inDialog }) => inDialog)).toEqual([true, true, undefined, undefined]);
    expect(found[1]).toHaveProperty('route.target', 'button');
  });

  it('put open modal dialogs and popovers first, and leave closed ones out', async () => {
    document.body.innerHTML = `<button>Page</button><dialog id="closed"><button>Closed</button></dialog>
      <dialog id="modal"><button>Modal</button></dialog><div popover id="pop"><button>Pop</button></div>`;
    document.querySelector<HTMLDialogElement>('#modal')?.showModal();
    document.querySelector<HTMLElement>('#pop')?.showPopover();
    const { elements: found } = await read();
    expect(found.map(({ label }) => label)).toEqual(['Modal', 'Pop', 'Page']);
  });

  it('with form contain only controls that hold a value', async () => {
    const { elements: found } = await list(
      '<button>No</button><a href="#">No</a><input type="submit"><input aria-label="Yes"><div role="switch" tabindex="0" aria-label="On" aria-checked="true"></div>',
      true,
    );
    expect(found).toMatchObject([{ label: 'Yes' }, { label: 'On', checked: true }]);
  });

  it('leave out hidden elements and traps, and never fail because of one of them', async () => {
    document.body.innerHTML = `<input type="hidden" name="h"><div style="display:none"><input></div>
      <input name="trap" style="position:absolute;top:-500px"><div inert><input></div>
      <form><input name="matches"><input name="checkVisibility"></form><input aria-label="Good">`;
    const bad = document.createElement('input');
    Object.defineProperty(bad, 'type', {
      get: () => {
        throw new Error('no');
      },
    });
    document.body.prepend(bad);
    const { elements: found } = await read();
    expect(found.map(({ label }) => label)).toContain('Good');
  });

  it('recognise editors by their marks', async () => {
    const marks = {
      quill: '<div class="ql-container"><div class="ql-editor" contenteditable="true">x</div></div>',
      lexical: '<div contenteditable="true" data-lexical-editor="true">x</div>',
      prosemirror: '<div class="ProseMirror tiptap" contenteditable="true">x</div>',
      codemirror: '<div class="cm-editor"><div class="cm-content" contenteditable="true">x</div></div>',
      slate: '<div data-slate-editor="true" contenteditable="true">x</div>',
      monaco: '<div class="monaco-editor" style="height:50px"><textarea style="opacity:0"></textarea></div>',
    };
    for (const [kind, html] of Object.entries(marks)) {
      const { elements: found } = await list(html);
      expect(found[0], kind).toHaveProperty('runtimeHandle', kind);
    }
    const { elements: found } = await list(
      '<div class="CodeMirror" style="height:50px"><textarea style="opacity:0"></textarea></div>',
    );
    expect(found).toMatchObject([{ tag: 'div', runtimeHandle: 'codemirror' }]);
  });

  it('are limited, report the limit, and take linear time', async () => {
    const some = await list('<button>x</button>'.repeat(700));
    expect(some.elements).toHaveLength(500);
    expect(some).toMatchObject({ truncated: true, total: 700 });
    expect(some.minted).toMatchObject({ count: 200 });
    const printed = some.elements.flatMap(({ handle }) => handle ?? []);
    expect(printed).toEqual(Array.from({ length: 200 }, (_, index) => `el${index + 1}`));
  });
});
