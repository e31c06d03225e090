import { ERRORS } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageFacts } from '../../page-facts.ts';
import { strict } from '../../testing/fake-chrome.ts';
import { FakePagePort } from '../../testing/fake-page-port.ts';
import { Injection } from '../page/injection.ts';
import { PagePorts } from '../page/page-ports.ts';
import { findInterstitial, personNeeded } from './interstitials.ts';

const BARE: PageFacts = {
  marks: [],
  frames: [],
  textLength: 100,
  controls: 1,
  fields: 0,
  passwords: 0,
  passwordForm: null,
  signsOut: false,
};
const PASSWORD_FORM = { fields: 1, buttons: 1, textBeside: 0, controlsBeside: 0, hasFocus: false };

let tab: { url: string; title: string; status: string };
/** The facts of the page, unless bproxy cannot enter it. */
let probe: () => Promise<PageFacts>;
let enter: () => Promise<unknown[]>;
let isOwned: boolean;
let badges: Array<{ tabId: number; text: string }>;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  tab = { url: 'https://a.test/', title: 'A', status: 'complete' };
  probe = async () => BARE;
  enter = async () => [];
  badges = [];
  isOwned = true;
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        get: async () => ({ ...tab }),
        connect() {
          const port = new FakePagePort(({ id, type }) => {
            if (type === 'facts') void probe().then((value) => port.answers(id, { ok: true, value }));
          });
          return port;
        },
      }),
      webNavigation: strict('chrome.webNavigation', {
        getFrame: async () => ({ errorOccurred: false, documentId: tab.url, url: tab.url }),
      }),
      scripting: strict('chrome.scripting', { executeScript: async () => enter() }),
      action: strict('chrome.action', {
        setBadgeText: async (badge: { tabId: number; text: string }) => void badges.push(badge),
        setBadgeBackgroundColor: async () => undefined,
        setTitle: async () => undefined,
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pagesOf = () => ({
  injection: new Injection(async () => undefined),
  ports: new PagePorts(),
  owned: { has: async () => isOwned },
  signal: new AbortController().signal,
});

async function finding(until = 30_000) {
  const found = findInterstitial(7, until, pagesOf());
  await vi.advanceTimersByTimeAsync(10_000);
  return found;
}

test('an interstitial is found, and the user is called to the tab', async () => {
  tab.url = 'https://www.google.com/sorry/index';
  const found = await finding();
  expect(found).toMatchObject({ kind: 'captcha', evidence: ['address: www.google.com/sorry/index'] });
  expect(badges).toEqual([{ tabId: 7, text: 'you' }]);
  if (!found) return;
  const page = { ...tab, state: 'ready' as const, busy: false };
  expect(personNeeded(found, page).error).toMatchObject({
    code: 'HUMAN_REQUIRED',
    message: expect.stringContaining('CAPTCHA'),
    suggestedAction: ERRORS.HUMAN_REQUIRED.next,
    details: { kind: 'captcha', url: tab.url, title: 'A' },
  });
});

const never = () => new Promise<never>(() => undefined);

test.each([
  ['that is refused', () => Promise.reject(new Error('Cannot access contents of the page.')), null],
  ['into a page that never lets us in', never, null],
  ['into a page that never answers', null, never],
])('a look %s finds nothing', async (_what, entering, answering) => {
  tab.url = 'https://www.google.com/sorry/index';
  enter = entering ?? enter;
  probe = answering ?? probe;
  expect(await finding()).toBeNull();
  expect(badges).toEqual([]);
});

test('pages of other kinds are not entered', async () => {
  tab.url = 'view-source:https://www.google.com/sorry/index';
  enter = async () => {
    throw new Error('entered');
  };
  expect(await finding()).toBeNull();
});

test('a page that the user opened in the meantime is not entered', async () => {
  tab.url = 'https://www.google.com/sorry/index';
  isOwned = false;
  enter = async () => {
    throw new Error('entered');
  };
  expect(await finding()).toBeNull();
  expect(badges).toEqual([]);
});

test('a challenge gets time to pass by itself, and the page behind it gets time to load', async () => {
  tab.url = 'https://a.test/cdn-cgi/challenge-platform/x';
  const found = findInterstitial(7, 30_000, pagesOf());
  await vi.advanceTimersByTimeAsync(1_200);
  tab = { url: 'https://a.test/', title: '', status: 'loading' };
  await vi.advanceTimersByTimeAsync(1_200);
  tab.status = 'complete';
  probe = async () => ({ ...BARE, passwords: 1, passwordForm: PASSWORD_FORM });
  await vi.advanceTimersByTimeAsync(1_200);
  expect(await found).toMatchObject({ kind: 'signin' });
});

test('a challenge that stays needs a person, and is reported well before the deadline', async () => {
  tab.url = 'https://a.test/cdn-cgi/challenge-platform/x';
  let answeredAt = -1;
  void findInterstitial(7, 30_000, pagesOf()).then((found) => {
    if (found?.kind === 'challenge') answeredAt = Date.now();
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answeredAt).toBe(5_000);
  const found = findInterstitial(7, Date.now() + 1_800, pagesOf());
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await found).toMatchObject({ kind: 'challenge' });
});
