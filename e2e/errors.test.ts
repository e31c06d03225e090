import { ERRORS, type ErrorCode, filledIn } from '@bproxy/shared';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

// Without a debugger: with one, Chrome shows no dialogs of its own.
const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': html('Home', '<button disabled id="off">Off</button><p>1</p><p>2</p><button id="ask">Ask</button>'),
    '/ask': html('Ask', '<button onclick="alert(1)">Ask</button>'),
  });
  await world.startBrowser();
  // In front: a background tab adds a step of its own to some errors.
  session = await world.openSession(pages.url('/'), '--show');
});

afterAll(() => world.close());

const open = (url: string) => ['tab', 'open', '--url', url];

/** The errors that need a browser. */
const CASES: Array<[ErrorCode, () => string[], ownNextStep?: string]> = [
  ['ELEMENT_NOT_FOUND', () => ['click', '--selector', '#none']],
  ['ELEMENT_NOT_ACTIONABLE', () => ['click', '--selector', '#off', '--wait', '0']],
  ['SELECTOR_AMBIGUOUS', () => ['hover', '--selector', 'p']],
  ['DEBUGGER_DISABLED', () => ['screenshot', '--debugger']],
  ['URL_NOT_ALLOWED', () => open('file:///etc/hostname')],
  ['NAVIGATION_FAILED', () => ['navigate', '--url', 'http://127.0.0.1:9/']],
  // The error page that the last one left behind.
  ['PAGE_RESTRICTED', () => ['text'], 'Check the URL and the connection, then navigate again.'],
];

it.each(CASES)(
  '%s has the category, the retry hint and the next step of the table',
  async (code, words, own) => {
    const error = await world.error(...words(), '-s', session);
    const { category, retry, next } = ERRORS[code];
    expect(error).toMatchObject({
      code,
      category,
      retry,
      suggestedAction: own ?? filledIn(next, { session }),
    });
    expect(error.message).toMatch(/\.$/);
  },
);

it('DIALOG_OPEN of a click has the category, the retry hint and the next step of the table', async () => {
  const own = await world.data('tab.open', ...open(pages.url('/ask')), '--show');
  const error = await world.error('click', '--selector', 'button:enabled', '-s', own.session);
  const { category, retry, next } = ERRORS.DIALOG_OPEN;
  expect(error).toMatchObject({ code: 'DIALOG_OPEN', category, retry, suggestedAction: filledIn(next, own) });
});
