import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, follow, openPopup, pageAt, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const words = '<p>Plain words on a subject that has nothing to do with it.</p>'.repeat(40);
const signIn = '<form><input name="user"><input type="password" name="pass"><button>Log in</button></form>';
const challenge = html(
  'Just a moment...',
  '<div id="challenge-stage" style="width:300px;height:65px">Checking</div>',
);

/** A challenge that the browser passes by itself: the second request gets the page. */
function passing(): (request: IncomingMessage, response: ServerResponse) => void {
  let asked = 0;
  return (_request, response) => {
    asked += 1;
    const again = challenge.replace('</body>', '<script>setTimeout(() => location.reload(), 800)</script>');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(asked === 1 ? again : html('Inside', '<p>Passed</p>'));
  };
}

const ORDINARY = {
  '/blog/captcha': html('CAPTCHA: verify you are human', `<h1>On CAPTCHAs and challenges</h1>${words}`),
  '/privacy': html('Privacy and consent', words),
  '/search': html('login - search', `<form><input name="q" value="login"></form>${words}`),
  '/banner': html(
    'News',
    `${words}<div id="onetrust-banner-sdk" style="position:fixed;bottom:0;width:100%;height:60px">Cookies? <button>Yes</button></div>`,
  ),
  '/shop': html('Shop', `<header>${signIn}</header><main>${words}</main>`),
  '/docs/login': html('How to log in', `<header>${signIn}</header><main>${words}</main>`),
  '/users/login': html('Choose', '<main><h1>Log in</h1><p>Choose your school.</p><a href="/">One</a></main>'),
  '/forum': html('Forum', `<div>${signIn}</div>${words}`),
  '/stored': html('Stored', `<p>Words</p><div hidden>${signIn}</div>`),
  '/register': html(
    'Register',
    '<form><input name="mail"><input type="password" autocomplete="new-password"><button>Go</button></form>',
  ),
  '/change-password': html(
    'Password',
    '<form><input type="password"><input type="password"><input type="password"><button>Save</button></form>',
  ),
  '/settings': html(
    'Settings',
    `<nav><a href="/logout" hidden>Bye</a></nav>
     <form><input name="mail"><input type="password" autocomplete="current-password"><button>Save</button></form>`,
  ),
  '/contact': html('Contact', '<form><input name="mail"><div class="h-captcha">box</div></form>'),
};

const world = new World();
let pages: Pages;
let browser: BrowserContext;

beforeAll(async () => {
  pages = await world.serve({
    ...ORDINARY,
    '/': html('Home', '<p>Home</p><a href="/login">Account</a>'),
    '/attach': html(
      'Attach',
      `${words}${words}<label for="cv">Your CV</label><input type="file" id="cv" hidden>
      <p class="two">1</p><p class="two">2</p>`,
    ),
    '/challenged': challenge,
    '/cdn-cgi/challenge-platform/h/b': html('x', 'x'),
    '/passing': passing(),
    '/login': html('Welcome', `<main>${signIn}</main>`),
    '/start': html('Start', `<h1>Welcome back</h1>${signIn}<a href="/forgot">Forgot it?</a>`),
    '/step-two': html(
      'Step',
      '<p>ann@example.test</p><form><input type="password"><button>Next</button></form>',
    ),
    '/wall': html(
      'News',
      '<div id="CybotCookiebotDialog" style="position:fixed;inset:0">We value you. <button>Agree</button></div>',
    ),
  });
  await world.install('main');
  browser = await driveBrowser(world);
  await world.connected();
});

afterAll(() => world.close());

async function opened(path = '/'): Promise<string> {
  return (await world.data('tab.open', 'tab', 'open', '--url', pages.url(path))).session;
}

/** The badge of the tab that shows the path. */
async function badgeOf(path: string): Promise<unknown> {
  const worker = await workerOf(browser);
  return worker.evaluate(
    `chrome.tabs.query({}).then(async (tabs) => {
      const tabId = tabs.find(({ url }) => url === ${JSON.stringify(pages.url(path))}).id;
      return {
        text: await chrome.action.getBadgeText({ tabId }),
        title: await chrome.action.getTitle({ tabId }),
      };
    })`,
  );
}

/** The ids of the notifications that are shown. */
async function notifications(): Promise<string[]> {
  const worker = await workerOf(browser);
  return Object.keys(await worker.evaluate('chrome.notifications.getAll()'));
}

describe('a session', () => {
  it.each([
    ['/challenged', 'challenge', ['element: #challenge-stage', 'title: Just a moment...']],
    ['/cdn-cgi/challenge-platform/h/b', 'challenge', [expect.stringMatching(/^address: .*\/cdn-cgi\//)]],
    ['/login', 'signin', ['a password field in the main form']],
    ['/start', 'signin', ['a password field in the main form']],
    ['/step-two', 'signin', ['a password field in the main form']],
    ['/wall', 'consent', ['element: #CybotCookiebotDialog']],
  ])(
    'is paused by a navigate to %s until the page needs no person any more',
    async (path, kind, evidence) => {
      const session = await opened();
      const error = await world.error('navigate', '--url', pages.url(path), '-s', session);
      expect(error).toMatchObject({
        code: 'HUMAN_REQUIRED',
        retry: 'never',
        suggestedAction: expect.stringContaining('bproxy session resume'),
        details: { kind, evidence, url: pages.url(path), title: expect.any(String) },
      });
      expect(JSON.stringify(error)).not.toContain('tabId');
      expect(await badgeOf(path)).toEqual({ text: 'you', title: expect.stringContaining(error.message) });
      expect(await world.error('text', '-s', session)).toMatchObject({
        code: 'HUMAN_REQUIRED',
        details: { reason: error.message },
      });
      await world.ok('session.unbind', 'session', 'unbind', '-s', session);
      await world.ok('session.bind', 'session', 'bind', '--tab', 't1', '-s', session);
      expect(await world.error('session', 'resume', '-s', session)).toMatchObject({
        code: 'HUMAN_REQUIRED',
        details: { kind, evidence },
      });
      expect(await world.error('text', '-s', session)).toMatchObject({ code: 'HUMAN_REQUIRED' });
      await follow(await pageAt(browser, pages.url(path)), pages.url('/'));
      await world.ok('session.resume', 'session', 'resume', '-s', session);
      await world.ok('text', 'text', '-s', session);
      expect(await badgeOf('/')).toMatchObject({ text: '' });
      await world.bproxy('session', 'close', '-s', session);
    },
  );

  it('is paused by a click that leads to a sign-in page', async () => {
    const session = await opened();
    const error = await world.error('click', '--selector', 'a', '-s', session);
    expect(error).toMatchObject({
      code: 'HUMAN_REQUIRED',
      details: { kind: 'signin', url: pages.url('/login') },
    });
    expect((await world.status()).pausedSessions).toMatchObject([{ session, reason: error.message }]);
    await world.bproxy('session', 'close', '-s', session);
  });

  it('keeps a tab that opens on a sign-in page, and the error names session and tab', async () => {
    const error = await world.error('tab', 'open', '--url', pages.url('/login'));
    expect(error).toMatchObject({
      code: 'HUMAN_REQUIRED',
      details: {
        session: expect.stringMatching(/^[a-z2-7]{6}$/),
        tab: 't1',
        kind: 'signin',
        evidence: ['a password field in the main form'],
        tmpDir: expect.any(String),
      },
    });
    expect(JSON.stringify(error)).not.toContain('tabId');
    const session = String(error.details?.['session']);
    expect(error.suggestedAction).toContain(`bproxy session resume -s ${session}`);
    expect(await world.data('tab.list', 'tab', 'list', '-s', session)).toEqual({
      session,
      tabs: [{ tab: 't1', url: pages.url('/login'), title: 'Welcome', bound: true }],
    });
    expect(await world.error('text', '-s', session)).toMatchObject({ code: 'HUMAN_REQUIRED' });
    await world.bproxy('session', 'close', '-s', session);
  });

  it('continues when the user presses Done in the popup, whatever the page shows', async () => {
    const { details } = await world.error('tab', 'open', '--url', pages.url('/login'));
    const session = String(details?.['session']);
    expect(await world.error('session', 'resume', '-s', session)).toMatchObject({ code: 'HUMAN_REQUIRED' });
    const popup = await openPopup(browser);
    await popup.getByRole('button', { name: 'Done' }).click();
    await popup.getByRole('button', { name: 'Done' }).waitFor({ state: 'hidden' });
    expect((await world.status()).pausedSessions).toEqual([]);
    expect(world.log()).toContainEqual(
      expect.objectContaining({ event: 'pause_ended', session, by: 'the user' }),
    );
    expect(await world.data('text', 'text', '-s', session)).toMatchObject({ text: 'Log in' });
    await popup.close();
    await world.bproxy('session', 'close', '-s', session);
  });

  it('is not paused by a challenge that the browser passes by itself', async () => {
    const session = await opened();
    expect(
      await world.data('navigate', 'navigate', '--url', pages.url('/passing'), '-s', session),
    ).toMatchObject({ url: pages.url('/passing'), title: 'Inside' });
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'Passed' });
    await world.bproxy('session', 'close', '-s', session);
  });

  it.each([...Object.keys(ORDINARY), '/search?q=login&next=/cdn-cgi/challenge-platform/', '/privacy#/login'])(
    'is not paused by %s',
    async (path) => {
      const session = await opened(path);
      await world.ok('navigate', 'navigate', '--url', pages.url(path), '-s', session);
      await world.ok('text', 'text', '-s', session);
      await world.bproxy('session', 'close', '-s', session);
    },
  );
});

describe('require-human', () => {
  it('pauses with the reason, shows the user the tab, and continues after resume', async () => {
    const session = await opened();
    const reason = 'Please choose a seat';
    expect(await world.error('require-human', '--reason', reason, '-s', session)).toMatchObject({
      code: 'HUMAN_REQUIRED',
      message: reason,
      details: { reason, kind: 'manual', url: pages.url('/'), title: 'Home' },
    });
    expect(await badgeOf('/')).toEqual({ text: 'you', title: expect.stringContaining(reason) });
    await until('a notification is shown', async () => (await notifications()).length === 1);
    expect(await world.error('text', '-s', session)).toMatchObject({
      code: 'HUMAN_REQUIRED',
      message: expect.stringContaining(reason),
    });
    await world.ok('session.resume', 'session', 'resume', '-s', session);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'Home\nAccount' });
    await until('it is gone', async () => (await notifications()).length === 0);
    await until('the badge is gone', async () => !JSON.stringify(await badgeOf('/')).includes('you'));
    await world.bproxy('session', 'close', '-s', session);
  });

  it.each([
    ['goes to another page', (tab: Page) => tab.goto(pages.url('/privacy'))],
    ['closes the tab', (tab: Page) => tab.close()],
  ])('removes the notification when the user %s', async (_what, act) => {
    const session = await opened('/shop');
    await world.error('require-human', '--reason', 'Please choose', '-s', session);
    await until('a notification is shown', async () => (await notifications()).length === 1);
    await act(await pageAt(browser, pages.url('/shop')));
    await until('it is gone', async () => (await notifications()).length === 0);
    await world.bproxy('session', 'close', '-s', session);
  });

  it('outlines the file field and leaves nothing behind', async () => {
    const session = await opened('/attach');
    const page = await pageAt(browser, pages.url('/attach'));
    const markup = () => page.evaluate(() => document.documentElement.outerHTML);
    const before = await markup();
    expect(
      await world.error('require-human', '--reason', 'Attach', '--for-attach', '#cv', '-s', session),
    ).toMatchObject({ code: 'HUMAN_REQUIRED', details: { kind: 'attach', forAttach: '#cv' } });
    const label = await page.evaluate(() => {
      const target = document.querySelector('label');
      const box = target?.getBoundingClientRect();
      return {
        animated: target?.getAnimations().length,
        inView: box !== undefined && box.top >= 0 && box.bottom <= innerHeight,
      };
    });
    expect(label).toEqual({ animated: 1, inView: true });
    await until('the outline is gone', () => page.evaluate(() => document.getAnimations().length === 0));
    expect(await markup()).toBe(before);
    await world.bproxy('session', 'close', '-s', session);
  });

  it.each([
    ['#nothing', 'ELEMENT_NOT_FOUND'],
    ['.two', 'SELECTOR_AMBIGUOUS'],
    ['[[', 'SCRIPT_ERROR'],
  ])('does not pause for the field %s', async (field, code) => {
    const session = await opened('/attach');
    expect(
      await world.error('require-human', '--reason', 'Attach', '--for-attach', field, '-s', session),
    ).toMatchObject({ code, details: { selector: field } });
    await world.ok('text', 'text', '-s', session);
    await world.bproxy('session', 'close', '-s', session);
  });
});
