import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

/** Every read, in the variants that inspect different things. */
const READS = [
  ['text'],
  ['text', '--selector', 'main'],
  ['links'],
  ['links', '--visible-only', '--limit', '2'],
  ['images'],
  ['elements'],
  ['elements', '--form'],
  ['outline'],
  ['dom'],
  ['dom', '--selector', 'form', '--depth', '6'],
  ['inspect', '--selector', 'main *'],
  ['snapshot'],
  ['snapshot', '--interactive-only'],
  ['wait', '--strategy', 'selector', '--target', '#nowhere', '--timeout', '700'],
  ['wait', '--strategy', 'url', '--target', '*', '--timeout', '700'],
  ['screenshot'],
];

/** The page's own record of changes; it starts before any content exists. */
function watch(): void {
  const seen: string[] = [];
  const note = (what: string) => seen.push(what);
  const describe = (node: unknown) => (node instanceof Element ? node.tagName : String(node));

  for (const [owner, names] of Object.entries({
    EventTarget: ['addEventListener', 'removeEventListener', 'dispatchEvent'],
    Document: ['querySelector', 'querySelectorAll', 'createElement', 'elementFromPoint', 'createTreeWalker'],
    Element: ['querySelectorAll', 'getBoundingClientRect', 'setAttribute', 'attachShadow', 'scrollIntoView'],
    HTMLElement: ['focus', 'blur', 'click'],
    Window: ['postMessage', 'getSelection', 'getComputedStyle', 'requestAnimationFrame', 'setTimeout'],
  })) {
    const holder = owner === 'Window' ? window : Reflect.get(window, owner).prototype;
    for (const name of names) {
      const original = holder[name];
      holder[name] = function (this: unknown, ...args: unknown[]) {
        note(`call ${owner}.${name}`);
        return Reflect.apply(original, this, args);
      };
    }
  }

  const observe = (root: Node) =>
    new MutationObserver((records) => {
      for (const { type, target, attributeName } of records)
        note(`${type} ${describe(target)} ${attributeName}`);
    }).observe(root, { attributes: true, characterData: true, childList: true, subtree: true });

  const listenTo = (target: object) => {
    for (const name in target) {
      if (!name.startsWith('on')) continue;
      window.addEventListener(
        name.slice(2),
        (event) => note(`event ${name} ${describe(event.target)}`),
        true,
      );
    }
  };

  const state = () => ({
    globals: Object.getOwnPropertyNames(window),
    expandos: [document, document.documentElement, document.body].map((node) =>
      Object.getOwnPropertyNames(node),
    ),
    prototypes: [EventTarget, Node, Element, Document].map((type) =>
      Object.getOwnPropertyNames(type.prototype),
    ),
    markup: document.documentElement.outerHTML,
    sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
    active: document.activeElement?.id,
    focus: document.hasFocus(),
    visibility: document.visibilityState,
    caret: [document.querySelector('input')?.selectionStart, document.querySelector('input')?.selectionEnd],
    selection: String(document.getSelection()),
    scrolls: [scrollX, scrollY, document.querySelector('#box')?.scrollTop],
    size: [innerWidth, innerHeight],
    open: [document.querySelector('details')?.open, document.querySelector('dialog')?.open],
    loaded: performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('/log')),
  });

  let beat = 0;
  const report = () => {
    const { length } = seen;
    const now = state();
    // Calls by the report itself do not count.
    seen.length = length;
    beat += 1;
    navigator.sendBeacon('/log', JSON.stringify({ beat, seen, state: now }));
  };

  document.addEventListener('DOMContentLoaded', () => {
    const shadow = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    if (shadow) observe(Object.assign(shadow, { innerHTML: '<button>In the shadow</button>' }));
    document.querySelector('input')?.focus();
    document.querySelector('input')?.setSelectionRange(1, 3);
    document.querySelector('#box')?.scrollTo(0, 40);
    window.scrollTo(0, 100);
    const frame = document.querySelector('iframe')?.contentDocument;
    if (frame) observe(frame);
    observe(document);
    for (const target of [window, document, document.body]) listenTo(target);
    setInterval(report, 100);
  });
  // Lets the test check that the page really watches.
  window.addEventListener('hashchange', () => {
    document.body.title = 'touched';
    Reflect.set(window, 'left', 1);
    window.scrollTo(0, 0);
  });
}

const BODY = `
  <main><h1>Watched</h1><a href="/a">One</a> <a href="/b" id="b">Two</a>
    <form><label>Name <input id="name" value="Ada L."></label><select><option>x<option>y</select>
      <textarea>words</textarea><div contenteditable>edit me</div><button type="button">Send</button></form>
    <div id="box" style="height: 60px; overflow: auto"><p style="height: 300px">long</p></div>
    <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="dot" width="9" height="9">
    <details><summary>More</summary>hidden words</details><dialog>Sure?</dialog>
    <div id="host"></div><iframe srcdoc="<p>framed" width="90" height="40"></iframe>
    <table><tr><td>1<td>2</table><p style="margin-top: 2000px">the end</p></main>`;

interface Report {
  beat: number;
  seen: string[];
  state: Record<string, unknown>;
}

const world = new World();
let pages: Pages;
let last: Report | undefined;

beforeAll(async () => {
  const page = html('Watched', BODY).replace('<head>', `<head><script>(${watch})()</script>`);
  pages = await world.serve({
    '/': page,
    // The watched page is of another site than the one around it.
    '/around': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          html(
            'Around',
            `<iframe src="${pages.url('/').replace('127.0.0.1', 'localhost')}" width="900" height="500"></iframe>`,
          ),
        ),
    '/log': (request, response) => {
      void read(request).then((text) => {
        const report: Report = JSON.parse(text);
        if (report.beat > (last?.beat ?? 0)) last = report;
        response.writeHead(204).end();
      });
    },
  });
  await world.startBrowser();
  await world.connected();
});

afterAll(() => world.close());

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The changes that the page records from now on. */
async function nextReport(): Promise<Report> {
  const { beat = 0 } = last ?? {};
  await until('the page reports', () => (last?.beat ?? 0) >= beat + 3);
  if (!last) throw new Error('the page has reported nothing');
  return last;
}

/** Waits until the page's own loading is over. */
async function quietReport(): Promise<Report> {
  for (let before = await nextReport(); ; before = last ?? before) {
    const now = await nextReport();
    if (JSON.stringify([now.seen, now.state]) === JSON.stringify([before.seen, before.state])) return now;
  }
}

/** Runs each of them, and returns those that failed. */
async function unseen(reads: string[][], session: string, before: Report): Promise<string[]> {
  const failed: string[] = [];
  for (const command of reads) {
    const { code, stdout } = await world.bproxy(...command, '-s', session);
    if (code !== 0) failed.push(`${command.join(' ')}: ${stdout}`);
    const after = await nextReport();
    expect(after.seen.slice(before.seen.length), command.join(' ')).toEqual([]);
    expect(after.state, command.join(' ')).toEqual(before.state);
  }
  return failed;
}

it('reads leave no trace in the page', async () => {
  const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'), '--show');
  const before = await quietReport();
  expect(before.state).toMatchObject({ active: 'name', caret: [1, 3], scrolls: [0, 100, 40] });

  const failed = await unseen(READS, session, before);

  await world.ok('navigate', 'navigate', '--url', pages.url('/#touch'), '-s', session);
  const touched = await nextReport();
  const noticed = touched.seen.slice(before.seen.length);
  expect(noticed).toEqual(
    expect.arrayContaining(['attributes BODY title', 'event onscroll [object HTMLDocument]']),
  );
  expect(touched.state).toMatchObject({ globals: expect.arrayContaining(['left']), scrolls: [0, 0, 40] });
  expect(failed).toEqual([]);
  await world.ok('session.close', 'session', 'close', '-s', session);
});

it('nor in the page of a frame', async () => {
  last = undefined;
  const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/around'), '--show');
  const before = await quietReport();
  const { frames = [] } = await world.data('outline', 'outline', '-s', session);
  const [{ frame = '' } = {}] = frames;
  const all = READS.filter((words) => !words.includes('--selector') && !words.includes('#nowhere'));
  const inside = READS.filter((words) => words[0] !== 'screenshot' && !words.includes('url'));
  const named = inside.map((words) => [...words, '--frame', frame]);
  expect(await unseen([...all, ...named], session, before)).toEqual([]);
});
