import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Home',
      `<a id="inside" href="/inside">Inside</a><input type="file" id="cv">
       <button id="attach" onclick="cv.click()">Attach</button>`,
    ),
    '/inside': ({ headers }, response) => {
      const known = headers.authorization === `Basic ${btoa('ann:secret')}`;
      response.writeHead(known ? 200 : 401, {
        'content-type': 'text/html',
        'www-authenticate': 'Basic realm="Inside"',
      });
      response.end(html('Inside', known ? '<p>Hello Ann</p>' : '<p>Denied</p>'));
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

const inSession = (...words: string[]) => [...words, '-s', session];

describe('HTTP authentication', () => {
  const AUTH_REQUIRED = {
    message: expect.stringContaining('HTTP authentication'),
    suggestedAction: expect.stringContaining('Ask the user'),
    details: { reason: 'auth-required' },
  };

  it('is the reason in the errors of navigate, tab open and a read until the browser knows the password', async () => {
    const url = pages.url('/inside');
    const failed = { code: 'NAVIGATION_FAILED', ...AUTH_REQUIRED };
    expect(await world.error('tab', 'open', '--url', url)).toMatchObject(failed);
    expect(await world.error(...inSession('navigate', '--url', url))).toMatchObject(failed);
    expect(await world.error(...inSession('text'))).toMatchObject({
      code: 'PAGE_RESTRICTED',
      ...AUTH_REQUIRED,
    });

    await world.ok('navigate', ...inSession('navigate', '--url', pages.url('/')));
    const clicked = await world.ok('click', ...inSession('click', '--selector', '#inside'));
    expect(clicked.page.state).toBe('error');
    expect(await world.error(...inSession('text'))).toMatchObject({
      code: 'PAGE_RESTRICTED',
      ...AUTH_REQUIRED,
    });

    // As the user does in the prompt: Chrome keeps the password for this server.
    const signedIn = url.replace('://', '://ann:secret@');
    await world.ok('navigate', ...inSession('navigate', '--url', signedIn));
    await world.ok('navigate', ...inSession('navigate', '--url', pages.url('/')));
    await world.ok('click', ...inSession('click', '--selector', '#inside'));
    expect(await world.data('text', ...inSession('text'))).toEqual({ text: 'Hello Ann' });
  });
});

describe('a file chooser', () => {
  it('is refused on a file field, and reported when the page opens it, with the advice to ask the user', async () => {
    await world.ok('navigate', ...inSession('navigate', '--url', pages.url('/')));
    expect(await world.error(...inSession('click', '--selector', '#cv'))).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      suggestedAction: expect.stringContaining('bproxy require-human'),
      details: { reason: 'file-chooser' },
    });
    expect(await world.data('click', ...inSession('click', '--selector', '#attach'))).toMatchObject({
      clicked: true,
      blocked: 'file-chooser',
      reason: expect.stringContaining('bproxy require-human'),
    });
  });
});
