import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from './chaos/random.ts';
import { bundledPage } from './harness/bundled-page.ts';
import { driveBrowser, evaluateQuietly, pageAt, runQuietly } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** Lists of people with a Delete button each. The frameworks draw them in their own ways, with and without keys. */
const reactList = (key: string) => `
  import { useState } from 'react';
  import { flushSync } from 'react-dom';
  import { createRoot } from 'react-dom/client';
  function App() {
    const [names, set] = useState([]);
    window.show = (next) => flushSync(() => set(next));
    return <ul>{names.map((name, index) => <li key={${key}}>{name} <button onClick={() => { window.deleted = name; }}>Delete</button></li>)}</ul>;
  }
  createRoot(document.getElementById('app')).render(<App />);`;
const VUE_LIST = `
  import { createApp, h, nextTick, ref } from 'vue';
  const names = ref([]);
  createApp({ render: () => h('ul', names.value.map((name) => h('li', [name + ' ', h('button', { onClick: () => { window.deleted = name; } }, 'Delete')]))) }).mount('#app');
  window.show = (next) => { names.value = next; return nextTick(); };`;
const PAGES: Record<string, string> = {
  '/react-with-keys': reactList('name'),
  '/react-without-keys': reactList('index'),
  '/vue-without-keys': VUE_LIST,
};
const ROUNDS = 10;

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Mixed',
      `<nav><a href="#a">Home</a></nav><label>Name <input></label><button aria-expanded="false">Menu</button>
       <iframe srcdoc="<button>Inner</button>" width="300" height="100"></iframe>`,
    ),
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(PAGES).map(async ([path, script]) => [path, await bundledPage(path, script)]),
      ),
    ),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

const handlesIn = (text: string) => [...text.matchAll(/\[(el\d+)\]/g)].map(([, handle]) => handle);
const snapshot = async (...flags: string[]) =>
  (await world.data('snapshot', 'snapshot', ...flags, '-s', session)).tree;

describe('an element that stays', () => {
  it('has one number in every read, in frames too', async () => {
    const tree = await snapshot();
    expect(handlesIn(tree)).toEqual(['el1', 'el2', 'el3', 'el4']);
    expect(await snapshot()).toBe(tree);
    expect(handlesIn(await snapshot('--selector', 'label'))).toEqual(['el2']);
    const { elements } = await world.data('elements', 'elements', '-s', session);
    expect(elements.map(({ handle }) => handle)).toEqual(['el1', 'el2', 'el3', 'el4']);
    const { links } = await world.data('links', 'links', '-s', session);
    expect(links.map(({ handle }) => handle)).toEqual(['ln1']);
  });

  it('keeps it while others come and go, and an old handle still works', async () => {
    const page = await pageAt(context, pages.url('/'));
    await runQuietly(
      page,
      (html) => {
        document.querySelector('nav')?.remove();
        document.body.insertAdjacentHTML('afterbegin', html);
        document.querySelector('[aria-expanded]')?.setAttribute('aria-expanded', 'true');
      },
      '<button>New</button>',
    );
    expect(handlesIn(await snapshot())).toEqual(['el5', 'el2', 'el3', 'el4']);
    await world.data('fill', 'fill', '--element', 'el2', '--value', 'Ann', '--method', 'auto', '-s', session);
    expect(await page.locator('input').inputValue()).toBe('Ann');
    const gone = await world.error('click', '--element', 'el1', '--wait', '0', '-s', session);
    expect(gone).toMatchObject({ code: 'ELEMENT_HANDLE_STALE', details: { reason: 'gone' } });
  });

  it('has another number after the page has been loaded again', async () => {
    await world.data('reload', 'reload', '-s', session);
    expect(handlesIn(await snapshot())).toEqual(['el6', 'el7', 'el8', 'el9']);
    const old = await world.error('click', '--element', 'el3', '-s', session);
    expect(old).toMatchObject({ code: 'ELEMENT_HANDLE_STALE', details: { reason: 'navigated' } });
  });
});

/** Adds, removes, renames and reorders at random, as lists of real pages change. */
function changed(names: readonly string[], random: () => number, fresh: () => string): string[] {
  const next = [...names];
  const at = Math.floor(random() * (next.length + 1));
  const kind = Math.floor(random() * 4);
  if (kind === 0 || next.length < 2) next.splice(at, 0, fresh());
  else if (kind === 1) next.splice(at, 1);
  else if (kind === 2) next.reverse();
  else next[Math.min(at, next.length - 1)] = fresh();
  return next;
}

describe.each(Object.keys(PAGES))('in the list of %s', (path) => {
  it('a number never names another row, whatever the page does between reads and acts', async () => {
    await world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);
    const page = await pageAt(context, pages.url(path));
    const random = seededRandom(path.length);
    let count = 0;
    const fresh = () => {
      count += 1;
      return `Person${count}`;
    };
    const rowOf = new Map<string, string>();
    let names = [fresh(), fresh(), fresh()];
    for (let round = 0; round < ROUNDS; round += 1) {
      await show(page, names);
      const tree = await snapshot();
      const rows = [...tree.matchAll(/"(Person\d+)"\n *button "Delete"(?: \[focused\])? \[(el\d+)\]/g)];
      expect(rows.map(([, name]) => name)).toEqual(names);
      for (const [, name = '', handle = ''] of rows) {
        expect(rowOf.get(handle) ?? name, handle).toBe(name);
        rowOf.set(handle, name);
      }
      names = changed(names, random, fresh);
      await show(page, names);
      const known = [...rowOf.keys()];
      const handle = known[Math.floor(random() * known.length)] ?? '';
      const { stdout } = await world.bproxy('click', '--element', handle, '--wait', '0', '-s', session);
      const answer = JSON.parse(stdout);
      const deleted = await evaluateQuietly(page, 'window.deleted ?? null');
      expect(deleted, `${handle} in ${tree}`).toBe(answer.ok ? rowOf.get(handle) : null);
      if (!answer.ok) expect(answer.error.code).toBe('ELEMENT_HANDLE_STALE');
    }
    expect(rowOf.size).toBeGreaterThan(3);
  });
});

function show(page: Page, names: readonly string[]): Promise<unknown> {
  return evaluateQuietly(page, `delete window.deleted; window.show(${JSON.stringify(names)})`);
}
