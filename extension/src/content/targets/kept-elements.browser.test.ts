import { elementHandle, HANDLE_LIFE_MS } from '@bproxy/shared';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { withAccessibility } from '../accessibility/accessible.ts';
import { known } from '../dom/known-element.ts';
import { keptElement, ReadHandles } from './kept-elements.ts';

const ROWS = '<ul><li>Ann <button>Delete</button></li><li>Bob <button>Delete</button></li></ul>';
const NEW_ROW = '<li>New <button>Delete</button></li>';
const SAVE = '<button id="save">Save</button>';

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function show(html: string): void {
  document.body.innerHTML = html;
}

function only(selector: string, root: ParentNode = document): Element {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** The answer to a read of these elements. */
function keep(elements: Iterable<Element>, first = 1) {
  return withAccessibility(() => {
    const handles = new ReadHandles({ action: 'elements', firstHandle: first });
    for (const element of elements) handles.give(known(element));
    return handles.keep();
  });
}

const stale = (reason: string) =>
  expect.objectContaining({
    error: expect.objectContaining({
      code: 'ELEMENT_HANDLE_STALE',
      details: expect.objectContaining({ reason, handle: 'el1' }),
    }),
  });

describe('the element of a handle', () => {
  it.each([
    ['others come before it', () => only('ul').insertAdjacentHTML('afterbegin', NEW_ROW)],
    ['it changes places with another', () => only('ul').append(only('li'))],
    ['its row says more by now', () => only('li').append(' Liked by Bob at 12:31')],
    ['a part of its row changes', () => only('li').firstChild?.replaceWith('Ann is away ')],
  ])('is the same one, although %s', (_, change) => {
    show(ROWS);
    const button = only('button');
    const { read } = keep(document.querySelectorAll('button'));
    change();
    expect(keptElement({ handle: elementHandle('el', 1), read })).toBe(button);
  });

  it.each([
    ['is removed, and one that looks like it is in its place', () => only('li').remove()],
    ['is redrawn without a name of its own', () => show(ROWS)],
  ])('is gone if it %s', (_, change) => {
    show(ROWS);
    const handle = handleOf(only('button'));
    change();
    expect(() => keptElement(handle)).toThrow(stale('gone'));
  });

  it('may move, if no other looks like it', () => {
    show(`<p>${SAVE}</p>`);
    const handle = handleOf(only('#save'));
    document.body.append(only('#save'));
    expect(keptElement(handle)).toBe(only('#save'));
  });

  it.each([
    ['words', ['Ann', 'Bob'], ['New', 'Ann']],
    ['numbers', ['Order 1', 'Order 2'], ['Order 3', 'Order 1']],
  ])('is another one if its row gets other %s', (_, before, after) => {
    show(`<ul>${before.map((text) => `<li><b>${text}</b> <button>Delete</button></li>`).join('')}</ul>`);
    const buttons = [...document.querySelectorAll('button')];
    const { read } = keep(buttons);
    for (const [index, text] of after.entries()) {
      const name = document.querySelectorAll('b')[index];
      if (name) name.textContent = text;
    }
    expect(() => keptElement({ handle: elementHandle('el', 1), read })).toThrow(stale('moved'));
  });

  it('is the same one if prices beside the name of its row change', () => {
    const rows = ['Ann', 'Bob'].map(
      (name) => `<tr><td>${name}</td><td>1</td><td><button>Buy</button></td></tr>`,
    );
    show(`<table>${rows.join('')}</table>`);
    const { read } = keep(document.querySelectorAll('button'));
    only('td:nth-child(2)').textContent = '2';
    expect(keptElement({ handle: elementHandle('el', 1), read })).toBe(only('button'));
  });

  it('is the same one after any change in a part that is too large for a row', () => {
    const part = (word: string) => `<div><p>${`${word} `.repeat(300)}</p><button>Search</button></div>`;
    show(part('above') + part('below'));
    const { read } = keep(document.querySelectorAll('button'));
    only('p').textContent = 'other words';
    expect(keptElement({ handle: elementHandle('el', 1), read })).toBe(only('button'));
  });

  it('is another one if its name changes', () => {
    show(ROWS);
    const handle = handleOf(only('button'));
    only('button').textContent = 'Restore';
    expect(() => keptElement(handle)).toThrow(stale('changed'));
  });

  it('is recognised by its id after a redraw if it looks the same', () => {
    show(SAVE);
    const handle = handleOf(only('#save'));
    show(`<p>Saved.</p>${SAVE}`);
    expect(keptElement(handle)).toBe(only('#save'));
    show('<button id="save">Pay</button>');
    expect(() => keptElement(handle)).toThrow(stale('changed'));
  });

  it('is not recognised by an id that more than one element has or had', () => {
    show(SAVE);
    const handle = handleOf(only('#save'));
    show(SAVE + SAVE);
    expect(() => keptElement(handle)).toThrow(stale('gone'));
    const { read } = keep(document.querySelectorAll('#save'));
    show(SAVE);
    expect(() => keptElement({ handle: elementHandle('el', 1), read })).toThrow(stale('gone'));
  });

  it('in a shadow root is searched for only there', () => {
    show('<x-box></x-box>');
    const root = only('x-box').attachShadow({ mode: 'open' });
    root.innerHTML = SAVE;
    const handle = handleOf(only('#save', root));
    root.innerHTML = '';
    document.body.insertAdjacentHTML('beforeend', SAVE);
    expect(() => keptElement(handle)).toThrow(stale('gone'));
    root.innerHTML = SAVE;
    expect(keptElement(handle)).toBe(only('#save', root));
    only('x-box').remove();
    expect(() => keptElement(handle)).toThrow(stale('gone'));
  });

  it('may be a form whose fields shadow the properties that bproxy reads', () => {
    const fields = ['id', 'isConnected', 'getRootNode', 'localName'].map((name) => `<input name=${name}>`);
    show(`<form tabindex="0" aria-label="Search">${fields.join('')}</form>`);
    const handle = handleOf(only('form'));
    expect(keptElement(handle)).toBe(only('form'));
    only('form').remove();
    expect(() => keptElement(handle)).toThrow(stale('gone'));
  });
});

describe('reads', () => {
  it('are distinct, even if they gave out the same numbers', () => {
    show(ROWS);
    const [ann, bob] = document.querySelectorAll('button');
    if (!ann || !bob) throw new Error('no rows');
    const [first, again] = [keep([ann, bob], 5), keep([bob, ann], 5)];
    const handle = elementHandle('el', 5);
    expect(keptElement({ handle, read: first.read })).toBe(ann);
    expect(keptElement({ handle, read: again.read })).toBe(bob);
  });

  it('accept only the handles that they gave out', () => {
    show(ROWS);
    const { read } = keep(document.querySelectorAll('button'), 5);
    for (const number of [4, 7]) {
      expect(() => keptElement({ handle: elementHandle('el', number), read })).toThrow(
        'does not know the handle',
      );
    }
    expect(() => keptElement({ handle: elementHandle('el', 5), read: 2 })).toThrow(
      'does not know the handle',
    );
  });

  it('are twenty at most', () => {
    show(SAVE);
    const [first, second] = [handleOf(only('#save')), handleOf(only('#save'))];
    for (let read = 0; read < 19; read += 1) handleOf(only('#save'));
    expect(() => keptElement(first)).toThrow(stale('forgotten'));
    expect(keptElement(second)).toBe(only('#save'));
  });

  it('are dropped when none of their handles can be valid any more', () => {
    vi.useFakeTimers();
    show(SAVE);
    const handle = handleOf(only('#save'));
    vi.advanceTimersByTime(HANDLE_LIFE_MS);
    expect(keptElement(handle)).toBe(only('#save'));
    vi.advanceTimersByTime(HANDLE_LIFE_MS);
    expect(() => keptElement(handle)).toThrow(stale('forgotten'));
  });
});
