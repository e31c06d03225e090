import { ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyContentRequest } from '../content-messages.ts';
import { strict } from '../testing/fake-chrome.ts';
import { PageDied, runInPage } from './content-rpc.ts';
import { Injection } from './injection.ts';
import { NavigationEvents } from './navigation-events.ts';

const NOBODY = 'Could not establish connection. Receiving end does not exist.';
const DIED =
  'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received';

interface Page {
  documentId: string;
  url: string;
}

let page: Page | null;
let tab: { id: number; url: string } | null;
let injected: string[];
let sentTo: string[];
let inject: (documentId: string) => Promise<unknown>;
let answer: (documentId: string) => Promise<unknown>;
let read: (documentId: string) => Promise<unknown>;

const request: AnyContentRequest = {
  protocol_version: 1,
  id: 'r',
  action: 'text',
  params: {},
  session: '',
  deadline: 10_000,
  destructive: false,
  target: { tabId: 1 },
};
const click: AnyContentRequest = {
  ...request,
  action: 'click',
  params: { target: { selector: 'a' } },
  destructive: true,
};
const GOOD = {
  id: 'r',
  ok: true,
  data: { text: 'x' },
  page: { url: '', title: '', state: 'ready', busy: false },
};

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  page = { documentId: 'one', url: 'https://a.test/' };
  tab = { id: 1, url: 'https://a.test/' };
  [injected, sentTo] = [[], []];
  inject = async () => [];
  answer = async () => GOOD;
  read = async () => GOOD;
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        async get() {
          if (!tab) throw new Error('No tab with id: 1.');
          return tab;
        },
        async sendMessage(_tabId: number, _message: unknown, { documentId }: { documentId: string }) {
          sentTo.push(documentId);
          return answer(documentId);
        },
      }),
      webNavigation: strict('chrome.webNavigation', { getFrame: async () => page }),
      scripting: strict('chrome.scripting', {
        async executeScript({ target, func }: { target: { documentIds: string[] }; func?: () => unknown }) {
          if (func) return [{ result: JSON.stringify(await read(target.documentIds.join())) }];
          injected.push(...target.documentIds);
          return inject(target.documentIds.join());
        },
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ProtocolError ? error.error.code : String(error);
}

test('a document is injected once, also by requests that come together', async () => {
  const injection = new Injection();
  await Promise.all([runInPage(injection, request), runInPage(injection, request)]);
  await runInPage(injection, request);
  expect(injected).toEqual(['one']);
});

describe('the document of a tab is remembered', () => {
  test('until a navigation is heard of', async () => {
    const injection = new Injection();
    const events = new NavigationEvents();
    injection.follow(events);
    await runInPage(injection, click);
    page = { documentId: 'two', url: 'https://a.test/2' };
    events.publish(1, { type: 'same-document', url: 'https://a.test/#x', cause: 'fragment' });
    await runInPage(injection, click);
    expect(sentTo).toEqual(['one', 'one']);
    events.publish(1, { type: 'begun', url: 'https://a.test/2' });
    await runInPage(injection, click);
    expect(sentTo).toEqual(['one', 'one', 'two']);
    expect(injected).toEqual(['one', 'two']);
  });

  test('and a read is run in it without a message', async () => {
    const injection = new Injection();
    await runInPage(injection, request);
    expect(await runInPage(injection, request)).toEqual(GOOD);
    expect(sentTo).toEqual(['one']);
  });

  test('and what may change the page is sent as a message, which tells whether anyone has received it', async () => {
    const injection = new Injection();
    read = async () => {
      throw new Error('it must not be called');
    };
    await runInPage(injection, click);
    await runInPage(injection, click);
    expect(sentTo).toEqual(['one', 'one']);
  });

  test('and if it went away unheard, nobody receives the message and the new one is asked for', async () => {
    const injection = new Injection();
    await runInPage(injection, click);
    page = { documentId: 'two', url: 'https://a.test/2' };
    answer = async (documentId) => {
      if (documentId === 'one') throw new Error(NOBODY);
      return GOOD;
    };
    expect(await runInPage(injection, click)).toEqual(GOOD);
    expect(sentTo).toEqual(['one', 'one', 'two']);
  });

  test('and a read that finds nobody there is sent to the new one', async () => {
    const injection = new Injection();
    await runInPage(injection, request);
    page = { documentId: 'two', url: 'https://a.test/2' };
    read = async () => {
      throw new Error('No document with id one.');
    };
    expect(await runInPage(injection, request)).toEqual(GOOD);
    expect(sentTo).toEqual(['one', 'two']);
  });
});

describe('an action cannot run twice', () => {
  test('it is sent again, to the new document, only if nobody received it', async () => {
    answer = async (documentId) => {
      if (documentId === 'two') return GOOD;
      page = { documentId: 'two', url: 'https://a.test/2' };
      throw new Error(NOBODY);
    };
    expect(await runInPage(new Injection(), request)).toEqual(GOOD);
    expect(sentTo).toEqual(['one', 'two']);
  });

  test('a page that died after it had the message gets no second', async () => {
    answer = async () => {
      throw new Error(DIED);
    };
    await expect(runInPage(new Injection(), request)).rejects.toBeInstanceOf(PageDied);
    expect(sentTo).toEqual(['one']);
  });

  test('a page that never listens is tried twice', async () => {
    answer = async () => {
      throw new Error(NOBODY);
    };
    expect(await codeOf(runInPage(new Injection(), request))).toBe('SCRIPT_ERROR');
    expect(sentTo).toEqual(['one', 'one']);
    expect(injected).toEqual(['one', 'one']);
  });
});

describe('pages that cannot be entered', () => {
  test.each([
    'Cannot access a chrome:// URL',
    'Cannot access contents of url "about:blank". Extension manifest must request permission to access this host.',
    'The extensions gallery cannot be scripted.',
  ])('%s', async (text) => {
    inject = async () => {
      throw new Error(text);
    };
    expect(await codeOf(runInPage(new Injection(), request))).toBe('PAGE_RESTRICTED');
    expect(sentTo).toEqual([]);
  });

  test('error pages, source views, closed and sleeping tabs', async () => {
    page = { documentId: 'e', url: 'chrome-error://chromewebdata/' };
    expect(await codeOf(runInPage(new Injection(), request))).toBe('PAGE_RESTRICTED');
    page = { documentId: 's', url: 'https://a.test/' };
    tab = { id: 1, url: 'view-source:https://a.test/' };
    expect(await codeOf(runInPage(new Injection(), request))).toBe('PAGE_RESTRICTED');
    [page, tab] = [null, { id: 1, url: 'https://a.test/' }];
    expect(await codeOf(runInPage(new Injection(), request))).toBe('SCRIPT_ERROR');
    tab = null;
    expect(await codeOf(runInPage(new Injection(), request))).toBe('TAB_NOT_FOUND');
    expect(injected).toEqual([]);
  });
});

test('a page that does not answer is not waited for beyond the deadline', async () => {
  answer = () => new Promise(() => undefined);
  const code = codeOf(runInPage(new Injection(), request));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await code).toBe('TIMEOUT');
});

test('an answer to another request is not taken', async () => {
  answer = async () => ({ ...GOOD, id: 'other' });
  expect(await codeOf(runInPage(new Injection(), request))).toBe('SCRIPT_ERROR');
});
