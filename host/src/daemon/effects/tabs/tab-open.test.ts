import { ERRORS, NO_PAGE, ProtocolError } from '@bproxy/shared';
import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser, fakeContext, parsed } from '../../testing/fake-context.ts';
import { tabOpen } from './tab-open.ts';

const URL = 'https://a.test/login';
let context: ReturnType<typeof fakeContext>['context'];

beforeEach(() => {
  ({ context } = fakeContext());
});

function open(more: object = {}, replay = false) {
  return tabOpen({
    browser: fakeBrowser('chrome-1').browser,
    tab: null,
    request: parsed('tab.open', { url: URL }),
    session: null,
    data: { tabId: 7, url: URL, title: 'A', ...more },
    page: NO_PAGE,
    replay,
    epoch: 0,
    firstNewTab: 1,
    context,
  });
}

test('tab.open creates the session and binds the tab', () => {
  const { session, ...rest } = open();
  expect(rest).toEqual({ tab: 't1', bound: true, url: URL, tmpDir: `/tmp/${session}` });
  expect(context.sessions.get(session)).toMatchObject({ bound: 't1', paused: false });
});

test('tab.open returns the same session when retried after a daemon crash', () => {
  const { session, tab } = open();
  expect(open({}, true)).toMatchObject({ session, tab });
  expect(context.sessions.all()).toHaveLength(1);
  expect(() => open()).toThrow('The browser named a tab of another session.');
});

test('tab.open at an interstitial creates the session and the tab, paused, and the error names them', () => {
  const evidence = ['path: /login'];
  const opening = (tabId: number) => () =>
    open({ tabId, interstitial: { kind: 'signin', evidence, message: 'Sign in, please.' } });
  expect(opening(7)).toThrow(ProtocolError);
  const [session] = context.sessions.all();
  expect(session).toMatchObject({ bound: 't1', paused: true, pauseReason: 'Sign in, please.' });
  expect([...(session?.tabs.values() ?? [])]).toMatchObject([{ handle: 't1', url: URL, title: 'A' }]);
  expect(opening(8)).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({
        code: 'HUMAN_REQUIRED',
        message: 'Sign in, please.',
        suggestedAction: ERRORS.HUMAN_REQUIRED.next,
        details: expect.objectContaining({ kind: 'signin', evidence, tab: expect.any(String), url: URL }),
      }),
    }),
  );
});
