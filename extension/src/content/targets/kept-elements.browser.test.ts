import { elementHandle, HANDLE_LIFE_MS } from '@bproxy/shared';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { withAccessibility } from '../accessibility/accessible.ts';
import { known } from '../dom/known-element.ts';
import { keptElement } from './kept-elements.ts';
import { giveHandles } from './read-handles.ts';

const ROWS = '<ul><li>Ann <button>Delete</button></li><li>Bob <button>Delete</button></li></ul>';
const NEW_ROW = '<li>New <button>Delete</button></li>';
const SAVE = '<button id="save">Save</button>';

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
  session = `after ${session}`;
});

function show(html: string): void {
  document.body.innerHTML = html;
}

function only(selector: string, root: ParentNode = document): Element {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

let session = 'a';

/** What the page tells the daemon of a read of these elements. */
function keep(elements: Iterable<Element>, first = 1) {
  return withAccessibility(
    () => giveHandles({ action: 'elements', session, firstHandle: first }, [...elements].map(known)).minted,
  );
}

/** The numbers that a read of these elements gives them. */
function numbersOf(elements: Iterable<Element>, first: number): Array<number | undefined> {
  return withAccessibility(() => {
    const shown = [...elements].map((element) => known(element));
    const { of } = giveHandles({ action: 'elements', session, firstHandle: first }, shown);
    return shown.map((it) => Number(of(it).handle?.slice(2)));
  });
}

const stale = (reason: string) =>
  expect.objectContaining({
    error: expect.objectContaining({
      code: 'ELEMENT_HANDLE_STALE',
      details: expect.objectContaining({ reason, handle: expect.stringMatching(/^el\d+$/) }),
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

const BUTTONS = () => document.querySelectorAll('button');

describe('the number of an element', () => {
  it('stays in every read while it looks the same, and new elements get the numbers that follow', () => {
    show(ROWS);
    expect(numbersOf(BUTTONS(), 1)).toEqual([1, 2]);
    only('ul').insertAdjacentHTML('afterbegin', NEW_ROW);
    expect(numbersOf(BUTTONS(), 3)).toEqual([3, 1, 2]);
    expect(keep(BUTTONS(), 4)).toMatchObject({ count: 0, again: [{ numbers: [3] }, { numbers: [1, 2] }] });
  });

  it('is the same for a link in each kind of read', () => {
    show('<a href="#a">A</a>');
    const anchor = only('a');
    expect(numbersOf([anchor], 1)).toEqual([1]);
    withAccessibility(() => {
      const { of } = giveHandles({ action: 'links', session, firstHandle: 2 }, [known(anchor)]);
      expect(of(known(anchor))).toEqual({ handle: 'ln1' });
    });
  });

  it.each([
    ['gets another name', () => (only('button').textContent = 'Restore')],
    ['is used for another row', () => ((only('li').firstChild ?? document).nodeValue = 'Cyd ')],
    ['is removed and drawn again', () => (only('li').innerHTML = 'Ann <button>Delete</button>')],
  ])('is a new one if the element %s, and the old one never names it', (_, change) => {
    show(ROWS);
    const [{ read }, button] = [keep(BUTTONS()), only('button')];
    change();
    expect(numbersOf(BUTTONS(), 3)).toEqual([3, 2]);
    let named: Element | undefined;
    try {
      named = keptElement({ handle: elementHandle('el', 1), read });
    } catch {}
    expect(named).not.toBe(only('button'));
    expect([undefined, button]).toContain(named);
  });

  it('is kept by a read of a part of the page, which shows no row beside it', () => {
    show(ROWS);
    const { read } = keep(BUTTONS());
    expect(numbersOf([only('button')], 3)).toEqual([1]);
    (only('li').firstChild ?? document).nodeValue = 'Cyd ';
    expect(() => keptElement({ handle: elementHandle('el', 1), read })).toThrow(stale('moved'));
  });

  it('is free again if the daemon never heard of it', () => {
    show(ROWS);
    const [ann, bob] = BUTTONS();
    if (!ann || !bob) throw new Error('no rows');
    const [lost, repeated] = [keep([ann, bob], 5), keep([bob, ann], 5)];
    const handle = elementHandle('el', 5);
    expect(() => keptElement({ handle, read: lost.read })).toThrow('does not know the handle');
    expect(keptElement({ handle, read: repeated.read })).toBe(bob);
  });

  it('comes after those that other documents got in the same read', () => {
    show(ROWS);
    const read = { action: 'elements' as const, session, firstHandle: 1, handlesGiven: 4 };
    withAccessibility(() => {
      const [first] = BUTTONS();
      if (!first) throw new Error('no rows');
      expect(giveHandles(read, [known(first)]).of(known(first))).toEqual({ handle: 'el5' });
    });
  });

  it('is unknown to the next session that works in the page', () => {
    show(ROWS);
    const { read } = keep(BUTTONS());
    session = 'another';
    expect(numbersOf(BUTTONS(), 1)).toEqual([1, 2]);
    expect(() => keptElement({ handle: elementHandle('el', 1), read })).toThrow('does not know the handle');
  });
});

describe('a handle', () => {
  it('is accepted only with the read that gave it out', () => {
    show(ROWS);
    const { read } = keep(BUTTONS(), 5);
    for (const number of [4, 7]) {
      expect(() => keptElement({ handle: elementHandle('el', number), read })).toThrow(
        'does not know the handle',
      );
    }
    expect(() => keptElement({ handle: elementHandle('el', 5), read: 2 })).toThrow(
      'does not know the handle',
    );
  });

  it('is given to the first 200 elements of a read', () => {
    show('<button>x</button>'.repeat(250));
    expect(keep(BUTTONS())).toMatchObject({ count: 200 });
  });

  it('is forgotten when 2,000 others have been shown since', () => {
    show(SAVE + '<button>x</button>'.repeat(199));
    const { read } = keep(BUTTONS());
    const first = { handle: elementHandle('el', 1), read };
    for (let round = 1; round < 11; round += 1) {
      expect(keptElement(first)).toBe(only('#save'));
      show(SAVE + '<button>x</button>'.repeat(199));
      keep(BUTTONS(), 1 + round * 200);
    }
    expect(() => keptElement(first)).toThrow(stale('forgotten'));
  });

  it('is forgotten when the daemon cannot know it any more, unless a read shows its element again', () => {
    vi.useFakeTimers();
    show(ROWS);
    const { read } = keep(BUTTONS());
    vi.advanceTimersByTime(HANDLE_LIFE_MS);
    keep([only('button')], 3);
    vi.advanceTimersByTime(HANDLE_LIFE_MS);
    expect(keptElement({ handle: elementHandle('el', 1), read })).toBe(only('button'));
    expect(() => keptElement({ handle: elementHandle('el', 2), read })).toThrow(stale('forgotten'));
    vi.advanceTimersByTime(HANDLE_LIFE_MS);
    expect(() => keptElement({ handle: elementHandle('el', 1), read })).toThrow(stale('forgotten'));
  });
});
