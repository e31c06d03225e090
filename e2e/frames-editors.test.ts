import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { editorPage } from './editors/bundle.ts';
import { packageFiles } from './frames/package-files.ts';
import { at, frame } from './frames/twelve-frames.ts';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

const PASTE = ['--method', 'paste', '--world', 'isolated'];
const API = ['--method', 'runtime-api', '--world', 'main'];
const BLOCKS = `<div class="canvas"><h1 contenteditable aria-label="Title" role="textbox">Old title</h1>
  <p contenteditable aria-label="Block" role="textbox">Old block</p></div>`;

/** A page with that one in a frame of another site. */
const inFrame =
  (path: string): Parameters<typeof Pages.serve>[0][string] =>
  (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      html('Elsewhere', frame('Editor', at('localhost', pages.url(path)), 'style="height:300px"')),
    );
  };

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

beforeAll(async () => {
  const quill = await editorPage('quill2');
  const ckeditor5 = await editorPage('ckeditor5');
  pages = await world.serve({
    ...packageFiles('tinymce'),
    ...packageFiles('ckeditor4'),
    '/tinymce': html(
      'TinyMCE',
      `<textarea id="text">Old</textarea><script src="/tinymce/tinymce.min.js"></script>
       <script>tinymce.init({ selector: '#text', license_key: 'gpl', promotion: false, branding: false, toolbar: 'bold', menubar: false });</script>`,
    ),
    '/ckeditor': html(
      'CKEditor',
      `<textarea id="text">Old</textarea><script src="/ckeditor4/ckeditor.js"></script>
       <script>CKEDITOR.replace('text', { versionCheck: false, customConfig: '', toolbar: [['Bold']] });</script>`,
    ),
    '/blocks': html(
      'Blocks',
      `<iframe title="Editor canvas" width="500" height="200"></iframe><script>
        document.querySelector('iframe').src =
          URL.createObjectURL(new Blob([${JSON.stringify(BLOCKS)}], { type: 'text/html' }));</script>`,
    ),
    '/quill2': quill,
    '/ckeditor5': ckeditor5,
    '/elsewhere': inFrame('/quill2'),
    '/ckeditor5-elsewhere': inFrame('/ckeditor5'),
    '/nested': html(
      'Nested',
      `<iframe title="Outer" width="600" height="400" srcdoc="${inAttribute(
        `<iframe title="Inner" width="500" height="300" srcdoc="${inAttribute(
          `<div contenteditable role="textbox" aria-label="Note">Old</div>`,
        )}"></iframe>`,
      )}"></iframe>`,
    ),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/nested'), '--show');
});

afterAll(() => world.close());

async function open(path: string): Promise<Page> {
  await world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);
  return pageAt(context, pages.url(path));
}

/** The handle of the first text box that is in a frame, once there is one. */
async function boxInFrame(name = ''): Promise<string> {
  let handle = '';
  await until('there is a text box in a frame', async () => {
    const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
    const line = tree
      .split('\n')
      .find((each) => each.startsWith(' ') && each.includes(`textbox${name && ` "${name}"`}`));
    handle = /\[(el\d+)\]$/.exec(line ?? '')?.[1] ?? '';
    return handle !== '';
  });
  return handle;
}

const fill = (handle: string, value: string, how = PASTE) =>
  world.data('fill', 'fill', '--element', handle, '--value', value, ...how, '-s', session);

it('TinyMCE takes text into the frame that it edits, and its own API has it', async () => {
  const page = await open('/tinymce');
  const filled = await fill(await boxInFrame(), 'New text');
  expect(filled).toMatchObject({ filled: true, verifiedValue: 'New text' });
  expect(await page.evaluate('tinymce.activeEditor.getContent({ format: "text" })')).toBe('New text');
  expect(await page.evaluate('tinymce.activeEditor.isDirty()')).toBe(true);
});

it('CKEditor 4 takes text into the frame that it edits, and its own API has it', async () => {
  const page = await open('/ckeditor');
  const filled = await fill(await boxInFrame(), 'New text');
  expect(filled).toMatchObject({ filled: true, verifiedValue: 'New text' });
  const held = 'CKEDITOR.instances.text.getData().replace(/<[^>]*>/g, "").trim()';
  expect(await page.evaluate(held)).toBe('New text');
});

it('CKEditor 5 in a frame of another site takes text, and its own API has it', async () => {
  const page = await open('/ckeditor5-elsewhere');
  const filled = await fill(await boxInFrame(), 'New text', ['--method', 'auto']);
  expect(filled).toMatchObject({ filled: true, verifiedValue: 'New text' });
  const editor = page.frames().find((each) => each.url().endsWith('/ckeditor5'));
  expect(await editor?.locator('output').textContent()).toBe(JSON.stringify('<p>New text</p>'));
});

it('a block editor with its canvas in a blob: frame takes text, block by block', async () => {
  const page = await open('/blocks');
  await fill(await boxInFrame('Title'), 'New title');
  await fill(await boxInFrame('Block'), 'New block');
  const canvas = page.frames().find((each) => each.url().startsWith('blob:'));
  expect(await canvas?.locator('.canvas').innerText()).toMatch(/^New title\s+New block$/);
});

it('an editor nested in two srcdoc frames takes text', async () => {
  const page = await open('/nested');
  await fill(await boxInFrame('Note'), 'New note');
  const texts = await Promise.all(page.frames().map((each: Frame) => each.locator('body').innerText()));
  expect(texts.join('|')).toContain('New note');
});

it('the API of an editor is called in the frame of another site that holds it', async () => {
  await open('/elsewhere');
  const { frames } = await world.data('elements', 'elements', '-s', session);
  const filled = await fill(await boxInFrame(), 'By its API\nin two lines', API);
  expect(filled).toMatchObject({ filled: true, verifiedValue: 'By its API\nin two lines' });
  const name = frames?.[0]?.frame ?? '';
  const asked = ['fill', '--frame', name, '--selector', '.ql-editor', '--value', 'By name', ...API];
  expect(await world.data('fill', ...asked, '-s', session)).toMatchObject({ filled: true });
  // In the page itself there is no such editor: a selector is not looked for in frames.
  const top = ['fill', '--selector', '.ql-editor', '--value', 'x', ...API, '--wait', '0'];
  expect(await world.error(...top, '-s', session)).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
});
