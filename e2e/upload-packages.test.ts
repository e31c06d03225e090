import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledPage } from './harness/bundled-page.ts';
import { FileServer, sha256Of } from './harness/file-server.ts';
import type { Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const DROPZONE = `
import { Dropzone } from 'dropzone';
new Dropzone('#app', { url: '/save', previewsContainer: '#app' });`;

const FILEPOND = `
import * as FilePond from 'filepond';
FilePond.create(document.getElementById('app'), { server: '/save', allowMultiple: true });`;

const UPPY = `
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
const uppy = new Uppy({ restrictions: { allowedFileTypes: ['.txt', 'image/*'] } });
uppy.use(Dashboard, { target: '#app', inline: true });
uppy.addUploader(async (ids) => {
  for (const id of ids) {
    const { data, name } = uppy.getFile(id);
    await fetch('/save?name=' + name, { method: 'POST', body: data });
  }
});`;

const world = new World();
const server = new FileServer();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/dropzone': await bundledPage(
      'Dropzone',
      DROPZONE,
      '<div id="app" style="min-height:150px">Drop here</div>',
    ),
    '/filepond': await bundledPage('FilePond', FILEPOND),
    '/uppy': await bundledPage('Uppy', UPPY),
    '/save': server.take,
  });
  await world.startBrowser();
  // Some draw with animation frames, which a tab in the background does not get.
  session = await world.openSession(pages.url('/dropzone'), '--show');
});

afterAll(() => world.close());

const inSession = (...words: string[]) => [...words, '-s', session];

function file(name: string) {
  mkdirSync(join(world.dir, 'files'), { recursive: true });
  const path = join(world.dir, 'files', name);
  const bytes = Buffer.from(`The words of ${name}`);
  writeFileSync(path, bytes);
  return { path, sha256: sha256Of(bytes) };
}

describe.each([
  { name: 'Dropzone', path: '/dropzone', zone: '#app', field: 'body > input[type=file]' },
  { name: 'FilePond', path: '/filepond', zone: '.filepond--root', field: '.filepond--browser' },
  { name: 'Uppy', path: '/uppy', zone: '.uppy-Dashboard', field: '.uppy-Dashboard-input' },
])('$name', ({ path, zone, field }) => {
  const arrived = async () => {
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1);
    return server.received.splice(0)[0]?.sha256;
  };
  const confirm = async () => {
    if (path !== '/uppy') return;
    await world.ok('click', ...inSession('click', '--selector', '.uppy-StatusBar-actionBtn--upload'));
  };

  it.each(['drop', 'input'])('uploads a file that is given to it as %s', async (as) => {
    await world.ok('navigate', ...inSession('navigate', '--url', pages.url(path)));
    const given = file(`${as}.txt`);
    const selector = as === 'drop' ? zone : inputOf(field);
    const answer = await world.data(
      'upload',
      ...inSession('upload', '--selector', selector, '--as', as, '--file', given.path),
    );
    expect(answer.effect.seen).not.toBe('none');
    await confirm();
    expect(await arrived()).toBe(given.sha256);
  });
});

/** Uppy has two: one for files, one for folders. */
function inputOf(field: string): string {
  return `${field}:not([webkitdirectory])`;
}
