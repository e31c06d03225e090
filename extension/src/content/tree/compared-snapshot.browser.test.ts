import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { snapshot } from '../actions/snapshot.ts';

let count = 0;
let answered: string[] = [];

afterEach(() => {
  document.body.innerHTML = '';
  answered = [];
});

/** Takes a snapshot whose answer arrives, unless it is lost. */
async function take(params: { since?: 'last'; selector?: string; maxDepth?: number } = {}, isLost = false) {
  count += 1;
  const id = `snapshot ${count}`;
  // The daemon knows all numbers that were given out before: none is given out twice.
  const given = { id, answered, firstHandle: count * 1_000 };
  const { tree, changes, whole } = await runInTestPage('snapshot', snapshot, params, given);
  if (!isLost) answered = [...answered, id].slice(-5);
  return { lines: tree === '' ? [] : tree.split('\n').map(withoutHandle), changes, whole };
}

const withoutHandle = (line: string) => line.replace(/ \[el\d+\]$/, '');
const since = { since: 'last' as const };

function show(html: string): void {
  document.body.innerHTML = html;
}

function only(selector: string): HTMLElement {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
}

const PAGE = `<main><h1>Cart</h1><ul aria-label="Items"><li>Tea <button>Remove</button></li><li>Bread <button>Remove</button></li></ul>
  <label>Name <input></label><p>Two items</p></main>`;

describe('a snapshot since the last one', () => {
  it('is empty if nothing is different', async () => {
    show(PAGE);
    await take();
    expect(await take(since)).toEqual({
      lines: [],
      changes: { added: 0, removed: 0, changed: 0, unchanged: 11 },
      whole: undefined,
    });
  });

  it('has what came, what went and what is different, below the lines that it is in', async () => {
    show(PAGE);
    await take();
    only('li:last-child').remove();
    only('ul').insertAdjacentHTML('afterbegin', '<li>Milk <button>Remove</button></li>');
    only('input').setAttribute('value', 'Ann');
    only('p').textContent = 'Still two items';
    const { lines, changes } = await take(since);
    expect(lines).toEqual([
      '  main',
      '-  "Two items"',
      '   list "Items"',
      '-   - (and 2 more in it)',
      '+   -',
      '+    "Milk"',
      '+    button "Remove"',
      '~  textbox "Name" = "Ann"',
      '+  "Still two items"',
    ]);
    expect(changes).toEqual({ added: 4, removed: 4, changed: 1, unchanged: 6 });
  });

  it('compares with the last snapshot that was answered', async () => {
    show('<button>One</button>');
    await take();
    document.body.insertAdjacentHTML('beforeend', '<button>Two</button>');
    await take({}, true);
    document.body.insertAdjacentHTML('beforeend', '<button>Three</button>');
    expect((await take(since)).lines).toEqual(['+ button "Two"', '+ button "Three"']);
    expect((await take(since)).lines).toEqual([]);
  });

  it('is the whole tree if there is none to compare with', async () => {
    show('<button>One</button>');
    expect(await take(since)).toMatchObject({ lines: ['button "One"'], whole: true });
    expect(await take(since)).toMatchObject({ lines: [], whole: undefined });
  });

  it('compares with one that had the same flags', async () => {
    show('<main><button>One</button></main>');
    await take({ selector: 'main' });
    expect(await take(since)).toMatchObject({ whole: true });
    expect(await take({ ...since, selector: 'main' })).toMatchObject({ lines: [] });
    expect(await take({ ...since, maxDepth: 1 })).toMatchObject({ whole: true });
  });

  it('knows an element that was moved', async () => {
    show('<nav><button>One</button></nav><main><h1>Two</h1></main>');
    await take();
    only('main').append(only('button'));
    only('nav').remove();
    expect((await take(since)).lines).toEqual(['- navigation']);
  });

  it('tells its marks from the words of a page', async () => {
    show('<p>x</p>');
    await take();
    only('p').textContent = '+ button "Pay" [el1]';
    expect((await take(since)).lines).toEqual(['- "x"', '+ "+ button \\"Pay\\" [el1]"']);
  });
});

const block = fc.record({
  kind: fc.constantFrom('button', 'p', 'li', 'section'),
  name: fc.constantFrom('a', 'b', 'c'),
  change: fc.constantFrom('none', 'none', 'rename', 'remove', 'add', 'move'),
});

it('whatever changes, the marks add up to the lines before and after', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 12 }), async (blocks) => {
      answered = [];
      show(
        blocks
          .map(({ kind, name }, at) =>
            kind === 'section'
              ? `<section id="b${at}" aria-label="${name}"><button>${name}</button><p>${name}</p></section>`
              : `<${kind} id="b${at}">${name}</${kind}>`,
          )
          .join(''),
      );
      const before = (await take()).lines;
      for (const [at, { change, name }] of blocks.entries()) {
        const element = only(`#b${at}`);
        if (change === 'rename') element.setAttribute('aria-label', `${name}!`);
        if (change === 'remove') element.remove();
        if (change === 'add') element.insertAdjacentHTML('afterend', `<button>${name}</button>`);
        if (change === 'move') document.body.prepend(element);
      }
      const { changes, lines } = await take(since);
      const after = (await take()).lines;
      const { added = 0, removed = 0, changed = 0, unchanged = 0 } = changes ?? {};
      expect(added + changed + unchanged).toBe(after.length);
      expect(removed + changed + unchanged).toBe(before.length);
      const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
      expect(marked('+')).toBe(added);
      expect(marked('~')).toBe(changed);
      for (const line of lines.filter((each) => !each.startsWith('-')))
        expect(after).toContain(line.slice(2));
    }),
    { numRuns: 150 },
  );
});
