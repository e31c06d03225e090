import { elementHandle } from '@bproxy/shared';
import { beforeEach, expect, it, vi } from 'vitest';
import { runInTestPage } from '../testing/run-in-page.ts';
import { elements } from './actions/elements.ts';
import { links } from './actions/links.ts';
import { outline } from './actions/outline.ts';
import { snapshot } from './actions/snapshot.ts';
import * as own from './dom/own-properties.ts';
import { keptElement } from './targets/kept-elements.ts';

/** The most style reads that the slowest read of a page may make: some seconds of work, where it once took minutes. */
const MOST_LOOKS = 1_500_000;

beforeEach(() => {
  document.body.innerHTML = '';
});

/** The number of style reads measures the work done. */
async function looksOf(name: keyof typeof READS): Promise<{ answer: object; looks: number }> {
  const asked = vi.spyOn(window, 'getComputedStyle');
  try {
    const answer = await READS[name]();
    return { answer, looks: asked.mock.calls.length };
  } finally {
    asked.mockRestore();
  }
}

function nest(levels: number, make: () => Element): Element {
  let at: Element = document.body;
  for (let level = 0; level < levels; level += 1) {
    const inner = make();
    at.append(inner);
    at = inner;
  }
  return at;
}

function made(tag: string, attributes: Record<string, string> = {}): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const READS = {
  snapshot: () => runInTestPage('snapshot', snapshot, {}),
  elements: () => runInTestPage('elements', elements, {}),
  links: () => runInTestPage('links', links, { limit: 500 }),
  outline: () => runInTestPage('outline', outline, {}),
};

it.each(['snapshot', 'elements'] as const)('%s ends with 3,000 buttons inside each other', async (name) => {
  nest(3_000, () => made('span', { role: 'button' })).textContent = 'Deep';
  const { answer, looks } = await looksOf(name);
  expect(answer).toMatchObject({ truncated: true, namesCut: expect.any(Number), branchesCut: 1 });
  expect(looks).toBeLessThan(MOST_LOOKS);
});

it.each(['snapshot', 'elements'] as const)('%s ends when 500 names have 20,000 nodes each', async (name) => {
  document.body.innerHTML = `<p id="words">${'<b>a</b>'.repeat(20_000)}</p>`;
  for (let count = 0; count < 500; count += 1)
    document.body.append(made('input', { 'aria-labelledby': 'words' }));
  const { answer, looks } = await looksOf(name);
  expect(answer).toMatchObject({ truncated: true, namesCut: 500 });
  expect(looks).toBeLessThan(MOST_LOOKS);
});

it('a read ends when many names together are too much work, and keeps the names before that', async () => {
  document.body.innerHTML = `<p id="words">${'<b>a</b>'.repeat(300)}</p>`;
  for (let count = 0; count < 500; count += 1)
    document.body.append(made('button', { 'aria-labelledby': 'words' }));
  const { answer, looks } = await looksOf('elements');
  expect(answer).toMatchObject({ truncated: true, namesCut: expect.any(Number) });
  expect(answer).toHaveProperty('elements.0.label');
  expect(answer).not.toHaveProperty('elements.499.label');
  expect(looks).toBeLessThan(MOST_LOOKS);
});

it('a read ends when one attribute names 20,000 elements', async () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `i${index}`);
  document.body.innerHTML = ids.map((id) => `<b id="${id}">a</b>`).join('');
  for (let count = 0; count < 500; count += 1)
    document.body.append(made('input', { 'aria-labelledby': ids.join(' ') }));
  const asked = vi.spyOn(Document.prototype, 'querySelector');
  const answer = await READS.elements();
  expect(answer).toMatchObject({ truncated: true, namesCut: 500 });
  expect(asked.mock.calls.length).toBeLessThan(MOST_LOOKS);
  asked.mockRestore();
});

it.each([
  ['links', 'a', { href: '/' }],
  ['outline', 'span', { role: 'heading' }],
] as const)('%s ends with 600 of them inside each other', async (name, tag, attributes) => {
  const bottom = nest(600, () => made(tag, attributes));
  for (let count = 0; count < 1_000; count += 1) bottom.append(made('i'));
  const { answer, looks } = await looksOf(name);
  expect(answer).toMatchObject({ truncated: true, namesCut: expect.any(Number) });
  expect(looks).toBeLessThan(MOST_LOOKS);
});

it('a button whose name is too much work shows its words, and its handle works', async () => {
  const button = made('div', { role: 'button' });
  button.innerHTML = 'First words <i></i>'.concat('<i>x </i>'.repeat(6_000));
  document.body.append(button);
  const { tree, minted, ...rest } = await READS.snapshot();
  expect(tree.split('\n').slice(0, 2)).toEqual([
    'button [el1]',
    expect.stringMatching(/^ "First words x x .*…"$/),
  ]);
  expect(rest).toMatchObject({ truncated: true, namesCut: 1 });
  expect(keptElement({ handle: elementHandle('el', 1), read: minted.read })).toBe(button);
});

it('a handle finds its element again, although the read had no work left for its name', async () => {
  document.body.innerHTML = `<p id="words">${'<b>a</b>'.repeat(800)}</p>`;
  for (let count = 0; count < 150; count += 1)
    document.body.append(made('button', { 'aria-labelledby': 'words' }));
  const { minted, namesCut } = await READS.elements();
  expect(namesCut).toBeGreaterThan(0);
  expect(keptElement({ handle: elementHandle('el', 150), read: minted.read })).toBe(
    own.querySelectorAll(document, 'button')[149],
  );
});

it('a read reports no cut where nothing was cut', async () => {
  document.body.innerHTML = `<h2 id="h">Prices</h2><section aria-labelledby="h">${'<p>Text <a href="/">Home</a></p>'.repeat(500)}
    <div role="button"><b>Buy</b> it</div></section>`;
  for (const read of Object.values(READS)) expect(await read()).not.toHaveProperty('namesCut');
  expect(await READS.snapshot()).not.toHaveProperty('truncated');
});
