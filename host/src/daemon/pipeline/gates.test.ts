import { isTabHandle, type TabHandle } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { pause } from '../state/sessions.ts';
import { fakeBrowser, fakeContext, parsed } from '../testing/fake-context.ts';
import { passAgain, passGates } from './gates.ts';

function handle(text: string): TabHandle {
  if (!isTabHandle(text)) throw new Error(text);
  return text;
}

function codeOf(run: () => unknown): unknown {
  try {
    run();
    return 'passed';
  } catch (thrown) {
    return thrown instanceof Error && 'error' in thrown ? thrown.error : thrown;
  }
}

describe('gates', () => {
  it('answer in the order of the contract: extension, human, tab', () => {
    const { context } = fakeContext();
    const session = context.sessions.create(undefined, null);
    pause(session, 'CAPTCHA', undefined);
    const gate = () => codeOf(() => passGates(parsed('text', {}), session, context));
    expect(gate()).toMatchObject({ code: 'NO_EXTENSION' });
    const { browser } = fakeBrowser('one');
    context.browsers.attach(browser);
    expect(gate()).toMatchObject({
      code: 'HUMAN_REQUIRED',
      retry: 'never',
      message: expect.stringContaining('CAPTCHA'),
    });
    session.paused = false;
    expect(gate()).toMatchObject({ code: 'TAB_NOT_FOUND' });
    const tab = context.sessions.addTab(session, { instance: 'one', tabId: 5 }, '', '');
    session.bound = tab.handle;
    expect(passGates(parsed('text', {}), session, context)).toEqual({ browser, tab });
  });

  it('distinguish a tab of another session from one that does not exist', () => {
    const { context } = fakeContext();
    context.browsers.attach(fakeBrowser('one').browser);
    const mine = context.sessions.create(undefined, 'one');
    const other = context.sessions.create(undefined, 'one');
    context.sessions.addTab(other, { instance: 'one', tabId: 5 }, '', '');
    const close = (tab: string) =>
      codeOf(() => passGates(parsed('tab.close', { tab: handle(tab) }), mine, context));
    expect(close('t1')).toMatchObject({
      code: 'TAB_NOT_IN_SESSION',
      details: { session: mine.id, tab: 't1' },
    });
    expect(close('t9')).toMatchObject({ code: 'TAB_HANDLE_NOT_FOUND' });
  });
});

describe('the second check, after the wait', () => {
  function accepted() {
    const { context } = fakeContext();
    context.browsers.attach(fakeBrowser('one').browser);
    const session = context.sessions.create(undefined, 'one');
    const first = context.sessions.addTab(session, { instance: 'one', tabId: 5 }, '', '');
    const second = context.sessions.addTab(session, { instance: 'one', tabId: 6 }, '', '');
    session.bound = first.handle;
    const passage = passGates(parsed('text', {}), session, context);
    const again = () => codeOf(() => passAgain(passage, session, context));
    return { context, session, first, second, passage, again };
  }

  it('keeps the tab that the request was accepted for, even if another is bound by now', () => {
    const { context, session, first, second, passage } = accepted();
    session.bound = second.handle;
    expect(passAgain(passage, session, context).tab).toBe(first);
  });

  it('finds the new connection of a browser that was away', () => {
    const { context, session, passage } = accepted();
    const back = fakeBrowser('one').browser;
    context.browsers.attach(back);
    expect(passAgain(passage, session, context).browser).toBe(back);
  });

  it('refuses when the tab, the browser or the session is gone, or a person is needed', () => {
    const { context, session, first, again } = accepted();
    pause(session, 'CAPTCHA', undefined);
    expect(again()).toMatchObject({ code: 'HUMAN_REQUIRED' });
    session.paused = false;
    context.sessions.removeTab(session, first.handle);
    expect(again()).toMatchObject({ code: 'TAB_NOT_FOUND' });
    const { browser } = fakeBrowser('one');
    browser.link = null;
    context.browsers.attach(browser);
    expect(again()).toMatchObject({ code: 'NO_EXTENSION' });
    context.sessions.delete(session.id);
    expect(again()).toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });
});

describe('the choice of a browser', () => {
  const open = (browser?: string) => parsed('tab.open', { url: 'http://x', ...(browser ? { browser } : {}) });

  it('is never a guess', () => {
    const { context } = fakeContext();
    const work = fakeBrowser('11111111', { label: 'Work' }).browser;
    const home = fakeBrowser('22222222', { label: 'Home' }).browser;
    context.browsers.attach(work);
    expect(passGates(open(), null, context).browser).toBe(work);
    context.browsers.attach(home);
    expect(codeOf(() => passGates(open(), null, context))).toMatchObject({
      code: 'BROWSER_AMBIGUOUS',
      details: {
        browsers: [
          { id: '11111111', label: 'Work' },
          { id: '22222222', label: 'Home' },
        ],
      },
    });
    expect(passGates(open('Home'), null, context).browser).toBe(home);
    expect(passGates(open('1111'), null, context).browser).toBe(work);
    expect(codeOf(() => passGates(open('Play'), null, context))).toMatchObject({ code: 'BROWSER_NOT_FOUND' });
    expect(passGates(open(), null, { ...context, defaultBrowser: 'Home' }).browser).toBe(home);
  });

  it('is ambiguous when two browsers have the same label', () => {
    const { context } = fakeContext();
    context.browsers.attach(fakeBrowser('1', { label: 'Same' }).browser);
    context.browsers.attach(fakeBrowser('2', { label: 'Same' }).browser);
    expect(codeOf(() => passGates(open('Same'), null, context))).toMatchObject({ code: 'BROWSER_AMBIGUOUS' });
  });

  it('is made once: a session stays with its browser, even while that is away', () => {
    const { context } = fakeContext();
    const work = fakeBrowser('w', { label: 'Work' });
    context.browsers.attach(work.browser);
    context.browsers.attach(fakeBrowser('h', { label: 'Home' }).browser);
    const session = context.sessions.create(undefined, 'w');
    expect(passGates(open(), session, context).browser).toBe(work.browser);
    expect(codeOf(() => passGates(open('Home'), session, context))).toMatchObject({
      code: 'BROWSER_NOT_FOUND',
    });
    work.browser.link = null;
    expect(codeOf(() => passGates(open(), session, context))).toMatchObject({
      code: 'NO_EXTENSION',
      message: expect.stringContaining('Work'),
    });
  });
});
