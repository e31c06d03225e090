import type { IncomingMessage, ServerResponse } from 'node:http';
import { isElementHandle } from '@bproxy/shared';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from './chaos/random.ts';
import { at } from './frames/twelve-frames.ts';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const ROUNDS = 8;
const ACTS = 3;
const MOST_FRAMES = 7;
const HOSTS = ['127.0.0.1', 'localhost', 'a.localhost', 'b.localhost'] as const;
const KINDS = ['address', 'address', 'srcdoc', 'blob', 'shadow'] as const;

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;
/** The documents in which the button was pressed. */
let pressed: string[] = [];

interface Tree {
  kind: (typeof KINDS)[number];
  host: (typeof HOSTS)[number];
  below: Tree[];
}

beforeAll(async () => {
  const tree = (request: IncomingMessage, response: ServerResponse) => {
    const given = new URL(request.url ?? '', 'http://x').searchParams.get('tree') ?? '[]';
    response.setHeader('content-type', 'text/html');
    response.end(html('Tree', documentOf(JSON.parse(given))));
  };
  pages = await world.serve({
    '/': tree,
    '/tree': tree,
    '/pressed': (request, response) => {
      pressed.push(new URL(request.url ?? '', 'http://x').searchParams.get('in') ?? '');
      response.end();
    },
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/'), '--show');
});

afterAll(() => world.close());

/** A document that looks like all others, but has a name that no other has, not even after it was loaded again. */
function documentOf(below: readonly Tree[]): string {
  const frames = below.map((tree, index) => {
    const size = 'width="460" height="220"';
    const src = `${at(tree.host, pages.url('/tree'))}?tree=${encodeURIComponent(JSON.stringify(tree.below))}`;
    const inner = JSON.stringify(documentOf(tree.below)).replaceAll('</', '<\\/');
    if (tree.kind === 'address') return `<iframe ${size} src="${src}"></iframe>`;
    if (tree.kind === 'shadow') {
      const shadow = JSON.stringify(`<iframe width="${440 - index}" height="200" src="${src}"></iframe>`);
      return `<div></div><script>document.currentScript.previousSibling.attachShadow({ mode: 'open' }).innerHTML = ${shadow}</script>`;
    }
    const set =
      tree.kind === 'srcdoc'
        ? `srcdoc = ${inner}`
        : `src = URL.createObjectURL(new Blob([${inner}], { type: 'text/html' }))`;
    return `<iframe ${size}></iframe><script>document.currentScript.previousSibling.${set}</script>`;
  });
  return `<h2></h2><button>Press</button>${frames.join('')}<script>{
    const name = 'd' + Math.random().toString(36).slice(2);
    document.querySelector('h2').textContent = name;
    document.querySelector('button').onclick = () => { new Image().src = '${pages.url('/pressed')}?in=' + name; };
  }</script>`;
}

class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  chance(part: number): boolean {
    return this.#next() < part;
  }

  pick<T>(items: readonly T[]): T {
    const found = items[this.below(items.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
}

function randomTree(random: Random, left: { frames: number }, level = 0): Tree[] {
  const trees: Tree[] = [];
  while (left.frames > 0 && trees.length < 3 && random.chance(level === 0 ? 0.9 : 0.45)) {
    left.frames -= 1;
    const tree: Tree = { kind: random.pick(KINDS), host: random.pick(HOSTS), below: [] };
    if (level < 3) tree.below = randomTree(random, left, level + 1);
    trees.push(tree);
  }
  return trees;
}

/** What may happen to the frames of the page between a read and an act. */
const CHANGES = {
  nothing: '0',
  remove: 'frame?.remove()',
  move: 'frame && document.body.append(frame)',
  moveFirst: 'frame && document.body.prepend(frame)',
  reload: 'frame && (frame.srcdoc ? (frame.srcdoc = frame.srcdoc) : (frame.src = frame.src))',
  navigate: "frame && (frame.removeAttribute('srcdoc'), frame.src = '/tree?tree=[]')",
  insert:
    "document.body.prepend(Object.assign(document.createElement('iframe'), { src: '/tree?tree=[]', width: 460, height: 220 }))",
  swap: 'frame && frames.length > 1 && frames[0].before(frames.at(-1))',
} as const;
const NAMES = Object.keys(CHANGES).filter((name): name is keyof typeof CHANGES => name in CHANGES);

/** Not as a person would do it: an evaluation by Playwright counts as a user's click. */
async function change(debug: CDPSession, name: keyof typeof CHANGES, which: number): Promise<void> {
  const expression = `{
    const frames = [...document.querySelectorAll('iframe')];
    const frame = frames[${which} % Math.max(1, frames.length)];
    ${CHANGES[name]};
  }`;
  await debug.send('Runtime.evaluate', { expression });
}

/** The handle of the button of each document, by the name of the document. */
async function read(): Promise<Map<string, string>> {
  const { tree } = await world.call('snapshot', {}, session);
  const lines = tree.split('\n').map((line) => line.trim());
  return new Map(
    lines.flatMap((line, index) => {
      const name = /^heading "(d\w+)"/.exec(line)?.[1];
      const handle = /^button "Press".*\[(el\d+)\]$/.exec(lines[index + 1] ?? '')?.[1];
      return name && handle ? [[name, handle] as const] : [];
    }),
  );
}

it('whatever happens to frames between a read and an act, the act is in that document, or nowhere', async () => {
  const seed = Number(process.env['BPROXY_FRAMES_SEED'] ?? Date.now() % 1_000_000);
  const random = new Random(seed);
  const seen = { done: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const tree = randomTree(random, { frames: MOST_FRAMES });
    const address = `${pages.url('/')}?tree=${encodeURIComponent(JSON.stringify(tree))}&round=${round}`;
    await world.call('navigate', { url: address }, session);
    const page = await pageAt(context, address);
    const debug = await context.newCDPSession(page);
    for (let act = 0; act < ACTS; act += 1) {
      let buttons = new Map<string, string>();
      await until('the page has been read', async () => {
        buttons = await read();
        return buttons.size > 0;
      });
      const [name, handle] = random.pick([...buttons]);
      const what = random.pick(NAMES);
      pressed = [];
      await change(debug, what, random.below(10));
      const where = `seed ${seed}, round ${round}, act ${act}, ${what}: ${handle} of ${name}`;
      if (!isElementHandle(handle)) throw new Error(where);
      try {
        await world.call('click', { target: { handle }, wait: 1_000 }, session);
        await until(`the click has arrived (${where})`, () => pressed.length > 0, 5_000);
        seen.done += 1;
      } catch (thrown) {
        const message = String(thrown);
        expect(message, where).toMatch(/ELEMENT_HANDLE_STALE|ELEMENT_NOT_ACTIONABLE/);
        expect(pressed, where).toEqual([]);
        seen.refused += 1;
        continue;
      }
      expect(pressed, where).toEqual([name]);
    }
    await debug.detach();
  }
  expect(seen.done).toBeGreaterThan(0);
});
