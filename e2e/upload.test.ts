import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileServer, sha256Of } from './harness/file-server.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
const server = new FileServer();
const folder = join(world.dir, 'files');
let pages: Pages;
let session: string;

/** Sends each file to the server as a page does that uploads at once, and lists it. */
const SEND = `
  function send(files) {
    for (const file of files) {
      const line = document.createElement('li');
      fetch('/save?name=' + file.name, { method: 'POST', body: file, headers: { 'content-type': file.type } })
        .then(() => { line.textContent = file.name + ' saved'; list.append(line); });
    }
  }
  function zone(element) {
    element.addEventListener('dragover', (event) => event.preventDefault());
    element.addEventListener('drop', (event) => { event.preventDefault(); send(event.dataTransfer.files); });
  }`;

const page = (body: string, script = '') =>
  html('Upload', `${body}<ul id="list"></ul><script>${SEND}${script}</script>`);

const FIELDS = page(
  `
  <form action="/save" method="post" enctype="multipart/form-data">
    <label>Your CV <input type="file" id="cv" name="cv"></label>
    <button>Apply</button>
  </form>
  <form><label id="pick">Add photos <input type="file" id="photos" accept="image/*,.heic" multiple style="display:none" onchange="send(files); value = ''"></label></form>
  <div id="attach"><button id="button" type="button">Attach</button><input type="file" id="attached" hidden></div>
  <input type="file" id="folder" webkitdirectory>
  <input type="file" id="off" disabled>
  <input type="file" id="stolid">
  <div id="two"><input type="file"><input type="file"></div>
  <p id="text">Only words</p>
  <div style="visibility: hidden"><input type="file" id="ghost" aria-label="Ghost"></div>
  <x-upload id="host"></x-upload>`,
  `
  host.attachShadow({ mode: 'open' }).innerHTML = '<button>Choose</button><input type="file" hidden>';
  host.shadowRoot.querySelector('input').onchange = (event) => send(event.target.files);
  stolid.onchange = () => { stolid.value = ''; };`,
);

const ZONES = page(
  `
  <div id="zone" style="width: 200px; height: 100px; border: 1px dashed">Drop it here</div>
  <div id="late" style="width: 200px; height: 100px">Drop here, too</div>
  <div id="curtain" hidden style="position: fixed; inset: 0">Release to upload</div>
  <div id="entries" style="width: 200px; height: 100px">Drop folders here</div>
  <div id="deaf" style="width: 200px; height: 100px">Nothing happens here</div>
  <div id="note" contenteditable style="width: 200px; height: 50px">Paste here</div>`,
  `
  zone(document.getElementById('zone'));
  entries.addEventListener('dragover', (event) => event.preventDefault());
  entries.addEventListener('drop', (event) => {
    event.preventDefault();
    event.dataTransfer.items[0].webkitGetAsEntry()?.file((file) => send([file]));
  });
  // Many applications cover the page while files are over it.
  late.addEventListener('dragenter', () => { curtain.hidden = false; });
  zone(curtain);
  curtain.addEventListener('drop', () => { curtain.hidden = true; });
  note.addEventListener('paste', (event) => { event.preventDefault(); send(event.clipboardData.files); });`,
);

function file(name: string, content: string | Uint8Array = `This is ${name}.`) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  const bytes = Buffer.from(content);
  writeFileSync(path, bytes);
  return { path, name, size: bytes.length, sha256: sha256Of(bytes) };
}

beforeAll(async () => {
  pages = await world.serve({ '/fields': FIELDS, '/zones': ZONES, '/save': server.take });
  await world.startBrowser();
  session = await world.openSession(pages.url('/fields'));
});

afterAll(() => world.close());

const inSession = (...words: string[]) => [...words, '-s', session];
const upload = (selector: string, ...words: string[]) =>
  inSession('upload', '--selector', selector, ...words);
const go = (path: string) => world.ok('navigate', ...inSession('navigate', '--url', pages.url(path)));
const received = async (count: number) => {
  await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(count);
  return server.received.splice(0);
};

describe('upload', () => {
  it('gives a file to a field, and the form sends it', async () => {
    const cv = file('cv.pdf');
    const { attached, taken, as, into, effect } = await world.data(
      'upload',
      ...upload('#cv', '--file', cv.path),
    );
    expect(attached).toEqual([{ name: 'cv.pdf', size: cv.size, type: 'application/pdf' }]);
    expect({ taken, as, into }).toEqual({
      taken: 'held',
      as: 'input',
      into: expect.objectContaining({ tag: 'input' }),
    });
    expect(effect.seen).toBe('value');
    await world.ok('click', ...inSession('click', '--selector', 'form > button'));
    expect(await received(1)).toEqual([
      { name: 'cv.pdf', type: 'application/pdf', size: cv.size, sha256: cv.sha256 },
    ]);
  });

  it('gives several files to a hidden field that is named by its label, and says that the page emptied it', async () => {
    await go('/fields');
    const files = ['a.png', 'b.heic', 'Ü ber.jpg'].map((name) => file(name));
    const words = files.flatMap(({ path }) => ['--file', path]);
    const { attached, taken } = await world.data('upload', ...upload('#pick', ...words));
    expect(attached.map(({ type }) => type)).toEqual(['image/png', 'image/heic', 'image/jpeg']);
    expect(taken).toBe('cleared');
    const saved = await received(3);
    expect(saved.map(({ sha256 }) => sha256).sort()).toEqual(files.map(({ sha256 }) => sha256).sort());
  });

  it.each([
    ['a button beside it', '#button', '#attached'],
    ['the box around it', '#attach', '#attached'],
  ])('finds the field of %s', async (_what, selector, field) => {
    await go('/fields');
    const { taken } = await world.data('upload', ...upload(selector, '--file', file('x.txt').path));
    expect(taken).toBe('held');
    const shown = await world.data('elements', ...inSession('elements'));
    expect(shown.elements.find((element) => element.selector === field)).toMatchObject({ value: 'x.txt' });
  });

  it('finds the field inside a component', async () => {
    await go('/fields');
    const inside = file('inside.csv');
    await world.ok('upload', ...upload('#host', '--file', inside.path));
    expect(await received(1)).toEqual([
      expect.objectContaining({ name: 'inside.csv', type: 'text/csv', sha256: inside.sha256 }),
    ]);
  });

  it('says with a hint that the page has thrown the file away', async () => {
    await go('/fields');
    const { taken, effect } = await world.data('upload', ...upload('#stolid', '--file', file('x.txt').path));
    expect(taken).toBe('cleared');
    expect(effect).toMatchObject({ seen: 'none', hint: expect.stringContaining('refused them') });
  });

  it.each([
    [
      'a type that the field does not accept',
      '#photos',
      ['x.txt'],
      'FILE_REFUSED',
      { reason: 'accept', accept: 'image/*,.heic', files: ['x.txt'] },
    ],
    [
      'two files for a field that takes one',
      '#cv',
      ['x.txt', 'y.txt'],
      'FILE_REFUSED',
      { reason: 'multiple' },
    ],
    ['a file for a field that takes a folder', '#folder', ['x.txt'], 'FILE_REFUSED', { reason: 'directory' }],
    ['a field that is disabled', '#off', ['x.txt'], 'ELEMENT_NOT_ACTIONABLE', { reason: 'disabled' }],
    ['one of several fields', '#two', ['x.txt'], 'FILE_REFUSED', { reason: 'several-fields' }],
    ['an element that takes no files', '#text', ['x.txt'], 'FILE_REFUSED', { reason: 'no-drop-zone' }],
  ])('refuses %s', async (_what, selector, names, code, details) => {
    await go('/fields');
    const words = names.flatMap((name) => ['--file', file(name).path]);
    const error = await world.error(...upload(selector, ...words, '--wait', '0'));
    expect(error).toMatchObject({ code, details });
    // Names of files belong to the user.
    expect(error.message).not.toContain('x.txt');
    const { elements } = await world.data('elements', ...inSession('elements', '--form'));
    expect(elements.filter(({ kind, value }) => kind === 'upload' && value)).toEqual([]);
  });

  it('refuses an element without a field where the agent asks for one', async () => {
    expect(
      await world.error(...upload('#text', '--file', file('x.txt').path, '--as', 'input')),
    ).toMatchObject({
      code: 'FILE_REFUSED',
      details: { reason: 'no-field' },
    });
  });
});

describe('a drop zone', () => {
  it('gets dropped files, also in a page that covers itself while they are over it', async () => {
    await go('/zones');
    const [one, two] = [file('one.json', '{}'), file('two.bin', new Uint8Array([0, 255, 128]))];
    const answer = await world.data('upload', ...upload('#zone', '--file', one.path, '--file', two.path));
    expect(answer).toMatchObject({ as: 'drop', taken: 'unknown' });
    const saved = await received(2);
    expect(saved.map(({ sha256 }) => sha256).sort()).toEqual([one.sha256, two.sha256].sort());
    await world.ok('upload', ...upload('#late', '--file', two.path));
    expect(await received(1)).toEqual([expect.objectContaining({ name: 'two.bin', sha256: two.sha256 })]);
  });

  it('that reads the entries of a folder finds none, and the answer is no success', async () => {
    await go('/zones');
    const { effect } = await world.data('upload', ...upload('#entries', '--file', file('x.txt').path));
    expect(effect).toMatchObject({ seen: 'none', hint: expect.stringContaining('lists the file fields') });
  });

  it('that takes no files is no success', async () => {
    await go('/zones');
    expect(await world.error(...upload('#deaf', '--file', file('x.txt').path))).toMatchObject({
      code: 'FILE_REFUSED',
      details: { reason: 'no-drop-zone' },
      suggestedAction: expect.stringContaining('--as paste'),
    });
  });
});

describe('a paste', () => {
  it('gives the files to the page, and says with a hint where nothing took them', async () => {
    await go('/zones');
    const note = file('note.png');
    await world.ok('upload', ...upload('#note', '--file', note.path, '--as', 'paste'));
    expect(await received(1)).toEqual([expect.objectContaining({ name: 'note.png', sha256: note.sha256 })]);
    const { effect } = await world.data('upload', ...upload('#deaf', '--file', note.path, '--as', 'paste'));
    expect(effect.seen).toMatch(/none|focus/);
    expect(effect.hint).toContain('ignored them');
  });
});

describe('the file fields of a page', () => {
  it('are listed as uploads, also those that nobody can see, and their handles work', async () => {
    await go('/fields');
    const { elements } = await world.data('elements', ...inSession('elements', '--form'));
    const fields = elements.filter(({ kind }) => kind === 'upload');
    expect(fields.find(({ selector }) => selector === '#photos')).toMatchObject({
      label: 'Add photos',
      accept: 'image/*,.heic',
      multiple: true,
    });
    expect(
      fields.filter(({ hidden }) => hidden).map(({ selector, route }) => selector ?? route?.target),
    ).toEqual(expect.arrayContaining(['#attached', '#ghost', 'input']));
    const { tree } = await world.data('snapshot', ...inSession('snapshot'));
    expect(tree).toMatch(/upload "Your CV" \[el\d+\]/);
    expect(tree).toMatch(/upload "Add photos" \[(?:hidden )?multiple\] \[el\d+\]/);
    const [, handle = ''] = /upload "Ghost" \[hidden\] \[(el\d+)\]/.exec(tree) ?? [];
    const words = inSession('upload', '--element', handle, '--file', file('x.txt').path);
    expect(await world.data('upload', ...words)).toMatchObject({ taken: 'held' });
  });

  it('are named by a click that cannot open the file chooser', async () => {
    await go('/fields');
    const error = await world.error(...inSession('click', '--selector', '#cv'));
    expect(error.suggestedAction).toContain(`\`bproxy upload --selector '#cv' --file PATH -s ${session}\``);
  });
});

describe('a background tab', () => {
  it('gets files like the tab in front', async () => {
    const other = await world.openSession(pages.url('/zones'));
    const opened = await world.ok(
      'upload',
      'upload',
      '-s',
      other,
      '--selector',
      '#zone',
      '--file',
      file('b.gif').path,
    );
    expect(opened.page.visibility).toBe('hidden');
    expect(await received(1)).toEqual([expect.objectContaining({ name: 'b.gif', type: 'image/gif' })]);
  });
});

describe('the command', () => {
  it.each([
    ['is missing', () => join(folder, 'none.txt'), 'there is no such file'],
    ['is a folder', () => world.dir, 'it is a folder'],
    ['is empty', () => file('empty.txt', '').path, 'it is empty'],
    ['is a device', () => '/dev/zero', 'it is not a regular file'],
  ])('sends nothing if a file %s', async (_what, path, words) => {
    const { code, stdout, stderr } = await world.bproxy(
      ...upload('#cv', '--file', file('x.txt').path, '--file', path()),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Nothing was sent');
    expect(stderr).toContain(words);
  });
});
