import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@bproxy/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileServer, sha256Of } from './harness/file-server.ts';
import { html, type Pages } from './harness/pages.ts';
import { CONFIG, until, World } from './harness/world.ts';

const MIB = 1024 * 1024;
const SECRET = 'the-name-of-a-secret-plan';
const world = new World({ ...CONFIG, logLevel: 'debug' });
const server = new FileServer();
let pages: Pages;
let session: string;
/** Lets the page run a script when the test says so. */
let told = (_script: string) => {};

const PAGE = html(
  'Upload',
  `<input type="file" id="field" onchange="sent(files[0])"><p id="done"></p><script>
    let times = 0;
    function sent(file) {
      times += 1;
      fetch('/save?name=' + file.name, { method: 'POST', body: file, headers: { 'content-type': file.type } })
        .then(() => { done.textContent = 'Saved ' + times; });
    }
    fetch('/told').then((answer) => answer.text()).then((script) => { eval(script); });
  </script>`,
);

function file(name: string, bytes: Buffer) {
  mkdirSync(join(world.dir, 'files'), { recursive: true });
  const path = join(world.dir, 'files', name);
  writeFileSync(path, bytes);
  return { path, name, size: bytes.length, type: '', sha256: sha256Of(bytes) };
}

beforeAll(async () => {
  pages = await world.serve({
    '/': PAGE,
    '/other': html('Other', '<p>Another page</p>'),
    '/save': server.take,
    '/told': (_request, response) => {
      told = (script) => response.end(script);
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

const inSession = (...words: string[]) => [...words, '-s', session];
const upload = (...words: string[]) => inSession('upload', '--selector', '#field', ...words);

describe('a large file', () => {
  it('of 50 MB arrives whole, and neither its name nor its content is in a log', async () => {
    const large = file(`${SECRET}.mp4`, Buffer.concat([Buffer.from(SECRET), randomBytes(50 * MIB)]));
    const { attached } = await world.data('upload', ...upload('--file', large.path));
    expect(attached).toEqual([{ name: large.name, size: large.size, type: 'video/mp4' }]);
    await expect.poll(() => server.received.length, { timeout: 30_000 }).toBe(1);
    expect(server.received.splice(0)).toEqual([
      { name: large.name, type: 'video/mp4', size: large.size, sha256: large.sha256 },
    ]);
    const logs = join(world.home, 'logs');
    for (const name of readdirSync(logs))
      expect(readFileSync(join(logs, name), 'utf8')).not.toContain(SECRET);
  });

  it('above the limit of the owner is refused before it is sent', async () => {
    const large = file('large.bin', Buffer.alloc(64 * MIB + 1));
    expect(await world.error(...upload('--file', large.path))).toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('67108864'),
      suggestedAction: expect.stringContaining('"upload": { "maxBytes": NUMBER } in config.json'),
      details: { bytes: 64 * MIB + 1, maxBytes: 64 * MIB },
    });
  });
});

describe('a request that is repeated under its id', () => {
  it('gives the files to the page once, and reaches the browser once', async () => {
    await world.ok('navigate', ...inSession('navigate', '--url', pages.url('/')));
    const once = file('once.txt', randomBytes(3 * MIB));
    const words = upload('--file', once.path, '--id', 'upload-once-1');
    const first = await world.ok('upload', ...words);
    const second = await world.ok('upload', ...words);
    expect([first.replay, second.replay]).toEqual([false, true]);
    expect(second.data).toEqual(first.data);
    const forwarded = world.log().filter(({ event, id }) => event === 'forwarded' && id === 'upload-once-1');
    expect(forwarded).toHaveLength(1);
    await world.ok('wait', ...inSession('wait', '--strategy', 'text', '--target', 'Saved 1'));
    expect(server.received.splice(0)).toHaveLength(1);
  });

  it('with another content is another request, and is refused', async () => {
    const { path } = file('once.txt', randomBytes(100));
    const error = await world.error(...upload('--file', path, '--id', 'upload-once-1'));
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      details: { issues: [{ path: 'id', message: 'is in use' }] },
    });
  });
});

describe('an upload that is cut off', () => {
  /** Everything but the bytes, which this caller sends or does not send. */
  async function begin(id: string, bytes: Buffer) {
    const client = connect(world.home);
    const { path: _path, ...given } = file(`${id}.bin`, bytes);
    const params = { target: { selector: '#field' }, files: [given] };
    const post = () => client.post({ action: 'upload', params, session, id, timeoutMs: 60_000 });
    return { client, post };
  }

  it('by its caller has given nothing to the page, and says what is missing', async () => {
    const bytes = randomBytes(MIB);
    const { client, post } = await begin('cut-off-1', bytes);
    const missing = (from: number) => ({
      ok: false,
      error: { code: 'UPLOAD_INCOMPLETE', retry: 'safe', details: { missing: [{ file: 0, from }] } },
    });
    expect(await post()).toMatchObject(missing(0));
    const place = { id: 'cut-off-1', file: 0 };
    expect(await client.sendPart({ ...place, from: 0 }, bytes.subarray(0, 1_000))).toBe(true);
    expect(await post()).toMatchObject(missing(1_000));
    expect(await client.sendPart({ ...place, from: 1_000 }, bytes.subarray(1_000))).toBe(true);
    expect(await post()).toMatchObject({ ok: true, data: { taken: 'held' } });
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1);
    expect(server.received.splice(0)[0]?.sha256).toBe(sha256Of(bytes));
  });

  it('refuses bytes that are not those of the file, and bytes that nobody asked for', async () => {
    const { client, post } = await begin('cut-off-2', randomBytes(1_000));
    await post();
    expect(await client.sendPart({ id: 'cut-off-2', file: 0, from: 0 }, randomBytes(1_000))).toBe(false);
    expect(await client.sendPart({ id: 'unknown', file: 0, from: 0 }, randomBytes(1_000))).toBe(false);
    expect(await post()).toMatchObject({ ok: false, error: { code: 'UPLOAD_INCOMPLETE' } });
    expect(server.received).toEqual([]);
  });

  /** Starts an upload of 50 MB, and lets the page do this when the bytes are on their way to it. */
  async function during(script: string, target: string[], id: string) {
    const { path } = file('during.bin', randomBytes(50 * MIB));
    const answer = world.bproxy(...inSession('upload', ...target, '--file', path, '--id', id));
    await until('the bytes are on their way', () =>
      world.log().some((line) => line['event'] === 'forwarded' && line['id'] === id),
    );
    told(script);
    const { stdout } = await answer;
    return JSON.parse(stdout);
  }

  it('by a page that leaves has given nothing to it, and a repetition is not resumed', async () => {
    await world.ok('navigate', ...inSession('navigate', '--url', pages.url('/')));
    const first = await during("location.href = '/other'", ['--selector', '#field'], 'cut-off-3');
    expect(first).toMatchObject({
      ok: false,
      error: { code: 'SCRIPT_ERROR', message: expect.stringContaining('before the action began') },
    });
    const { path } = file('during.bin', readFileSync(join(world.dir, 'files', 'during.bin')));
    const again = await world.error(
      ...inSession('upload', '--selector', '#field', '--file', path, '--id', 'cut-off-3'),
    );
    expect(again).toMatchObject({ code: 'SCRIPT_ERROR', message: first.error.message });
    expect(server.received).toEqual([]);
  });

  it('by a page that puts another field in its place has given nothing to that one', async () => {
    await world.ok('navigate', ...inSession('navigate', '--url', pages.url('/')));
    const { elements } = await world.data('elements', ...inSession('elements'));
    const handle = elements.find(({ kind }) => kind === 'upload')?.handle ?? '';
    const swap = "field.outerHTML = '<input type=file id=field aria-label=Another onchange=sent(files[0])>'";
    expect(await during(swap, ['--element', handle], 'cut-off-4')).toMatchObject({
      ok: false,
      error: { code: 'ELEMENT_HANDLE_STALE', details: { reason: 'changed' } },
    });
    expect(server.received).toEqual([]);
  });

  it('by a tab that closes says that the tab is gone', async () => {
    const own = session;
    session = await world.openSession(pages.url('/'));
    const closed = await during('window.close()', ['--selector', '#field'], 'cut-off-5');
    expect(closed).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/before the action began|tab/) },
    });
    session = own;
    expect(server.received).toEqual([]);
  });
});
