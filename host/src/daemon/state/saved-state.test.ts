import { describe, expect, it } from 'vitest';
import { browserArrived } from '../links/tab-truth.ts';
import { fakeBrowser, fakeContext } from '../testing/fake-context.ts';
import { Browsers } from './browsers.ts';
import { knownBrowsers, parseState, restoreState, saveState } from './saved-state.ts';
import { pause } from './sessions.ts';

/** A daemon with one session and one tab, and the state that it would leave after a crash. */
function crashed() {
  const { context } = fakeContext();
  context.browsers.attach(fakeBrowser('a', { label: 'Work', browserRun: 'run-1' }).browser);
  const session = context.sessions.create('mail', 'a');
  const chrome = { instance: 'a', tabId: 7 };
  const tab = context.sessions.addTab(session, chrome, 'http://secret.test/?q=1', 'Secret');
  session.bound = tab.handle;
  session.lastActionAt.fill = 900_000;
  const scope = { session: session.id, tab: tab.handle, chrome };
  return { context, session, scope, text: () => saveState(context) };
}

/** The next daemon, and the browser that says hello to it. */
function next(text: string, hello: Parameters<typeof fakeBrowser>[1] = {}) {
  const saved = parseState(text);
  const { context } = fakeContext();
  context.browsers = new Browsers(knownBrowsers(saved));
  if (saved) restoreState(saved, context);
  const { browser, sent } = fakeBrowser('a', hello);
  const arrive = () => browserArrived(browser, context.browsers.attach(browser), context);
  return { context, arrive, sent, session: () => context.sessions.all()[0] };
}

const SEVEN = { tabId: 7, url: 'http://now.test/', title: 'Now' };

describe('after a crash of the daemon', () => {
  it('sessions continue with their tabs, label, pace and pause', () => {
    const { session, scope, text } = crashed();
    pause(session, 'Log in', scope.tab);
    session.closing = true;
    const { session: restored, arrive } = next(text(), { tabs: [SEVEN] });
    arrive();
    expect(restored()).toEqual({
      ...session,
      closing: undefined,
      tabs: new Map([
        ['t1', { handle: 't1', chrome: { instance: 'a', tabId: 7 }, ...SEVEN, tabId: undefined }],
      ]),
    });
  });

  it('the browser is known by its name before it reconnects', () => {
    expect(next(crashed().text()).context.browsers.labelOf('a')).toBe('Work');
  });

  it.each([
    ['of another run of the browser', { tabs: [SEVEN], browserRun: 'run-2' }],
    ['that the user has closed meanwhile', { tabs: [] }],
  ])('a tab %s is gone', (_what, hello) => {
    const { session, arrive } = next(crashed().text(), hello);
    arrive();
    expect(session()).toMatchObject({ tabs: new Map(), bound: null, nextTab: 2 });
  });

  it('a handle number is not reused', () => {
    const { context, scope, text } = crashed();
    const mint = (handles: typeof context.handles, count: number) =>
      handles.mint(scope, {
        read: 1,
        count,
        documentId: 'd',
        url: 'http://now.test/',
        epoch: handles.epochOf(scope.chrome),
      });
    for (let read = 0; read < 7; read += 1) mint(context.handles, 150);
    const after = next(text());
    expect(mint(after.context.handles, 1)).toEqual([2001]);
    expect(mint(next(saveState(after.context)).context.handles, 1)).toEqual([3001]);
  });

  it('the saved state contains nothing that a page showed', () => {
    expect(crashed().text()).not.toMatch(/secret/i);
  });

  it('a tab that no session has claimed yet stays ours: its opening may be retried', () => {
    const { arrive, sent } = next(crashed().text(), { tabs: [SEVEN, { ...SEVEN, tabId: 8 }] });
    arrive();
    expect(sent).toEqual([]);
  });
});

describe('without a crash', () => {
  it('the tabs of sessions that have ended become the user’s own', () => {
    const { arrive, sent } = next('', { tabs: [SEVEN] });
    arrive();
    expect(sent).toEqual([{ type: 'release', tabIds: [7] }]);
  });

  it.each(['', '{', '[]', '{"version":2}', '{"version":1,"browsers":[],"sessions":[{"id":"../../x"}]}'])(
    '%j is not accepted as saved state',
    (text) => {
      expect(parseState(text)).toBeUndefined();
    },
  );
});
