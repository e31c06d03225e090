import { elementHandle, makeError, ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyContentRequest } from '../../content-messages.ts';
import { strict } from '../../testing/fake-chrome.ts';
import { FakePagePort } from '../../testing/fake-page-port.ts';
import { NavigationEvents } from '../navigation/navigation-events.ts';
import { runInPage } from './content-rpc.ts';
import { Injection } from './injection.ts';
import { PageDied, PagePorts } from './page-ports.ts';

interface Page {
  documentId: string;
  url: string;
}

let page: Page | null;
let tab: { id: number; url: string } | null;
let injected: string[];
let sentTo: string[];
let inject: (documentId: string) => Promise<unknown>;
/** How the page handles a request that it receives. */
let receive: (port: FakePagePort, documentId: string, id: number) => void;
let ports: FakePagePort[];
let cancelled: number[];

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
const OUTCOME = { data: { text: 'x' }, page: { url: '', title: '', state: 'ready' as const, busy: false } };
const GOOD = { ok: true as const, value: OUTCOME };

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  page = { documentId: 'one', url: 'https://a.test/' };
  tab = { id: 1, url: 'https://a.test/' };
  [injected, sentTo, ports, cancelled] = [[], [], [], []];
  inject = async () => [];
  receive = (port, _documentId, id) => port.answers(id, GOOD);
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        async get() {
          if (!tab) throw new Error('No tab with id: 1.');
          return tab;
        },
        connect(_tabId: number, { documentId }: { documentId: string }) {
          const port = new FakePagePort((message) => {
            if (message.type === 'cancel') cancelled.push(message.id);
            if (message.type !== 'run') return;
            sentTo.push(documentId);
            receive(port, documentId, message.id);
          });
          ports.push(port);
          return port;
        },
      }),
      runtime: strict('chrome.runtime', {
        get lastError() {
          return FakePagePort.lastError;
        },
      }),
      webNavigation: strict('chrome.webNavigation', { getFrame: async () => page }),
      scripting: strict('chrome.scripting', {
        async executeScript({ target }: { target: { documentIds: string[] } }) {
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

const pagesOf = () => ({ injection: new Injection(async () => undefined), ports: new PagePorts() });

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ProtocolError ? error.error.code : String(error);
}

test('a document is injected once, even for simultaneous requests', async () => {
  const pages = pagesOf();
  await Promise.all([runInPage(pages, request), runInPage(pages, { ...request, id: 's' })]);
  await runInPage(pages, request);
  expect(injected).toEqual(['one']);
});

describe('the document of a tab is remembered', () => {
  test('only until an event reports a navigation', async () => {
    const pages = pagesOf();
    const events = new NavigationEvents();
    pages.injection.follow(events);
    await runInPage(pages, click);
    page = { documentId: 'two', url: 'https://a.test/2' };
    events.publish(1, { type: 'same-document', url: 'https://a.test/#x', cause: 'fragment' });
    await runInPage(pages, click);
    expect(sentTo).toEqual(['one', 'one']);
    events.publish(1, { type: 'begun', url: 'https://a.test/2' });
    await runInPage(pages, click);
    expect(sentTo).toEqual(['one', 'one', 'two']);
    expect(injected).toEqual(['one', 'two']);
  });

  test('and one port serves all its requests', async () => {
    const pages = pagesOf();
    await Promise.all([runInPage(pages, request), runInPage(pages, { ...click, id: 'c' })]);
    await runInPage(pages, request);
    expect(ports).toHaveLength(1);
  });

  test('and if it disappeared without an event, the request is not delivered and goes to the new document', async () => {
    const pages = pagesOf();
    await runInPage(pages, click);
    page = { documentId: 'two', url: 'https://a.test/2' };
    ports[0]?.dies();
    await Promise.resolve();
    receive = (port, documentId, id) => (documentId === 'one' ? port.findsNobody() : port.answers(id, GOOD));
    expect(await runInPage(pages, click)).toEqual(OUTCOME);
    expect(sentTo).toEqual(['one', 'one', 'two']);
  });
});

describe('handles', () => {
  const clickOn = (documentId: string): AnyContentRequest => ({
    ...request,
    action: 'click',
    params: { target: { handle: elementHandle('el', 1), read: 1, documentId } },
    destructive: true,
  });

  test('a read records the document that it read', async () => {
    const minted = { read: 0.5, count: 1 };
    const value = { ...OUTCOME, data: { links: [], minted } };
    receive = (port, _documentId, id) => port.answers(id, { ok: true, value });
    const { data } = await runInPage(pagesOf(), { ...request, action: 'links' });
    expect(data).toEqual({ links: [], minted: { ...minted, documentId: 'one' } });
  });

  test('lead to the document that was read, without another question to Chrome', async () => {
    const pages = pagesOf();
    await runInPage(pages, request);
    page = { documentId: 'two', url: 'https://a.test/2' };
    await runInPage(pages, clickOn('one'));
    expect(sentTo).toEqual(['one', 'one']);
  });

  test('lead to the document that was read, even if another one is remembered', async () => {
    const pages = pagesOf();
    await runInPage(pages, request);
    page = { documentId: 'two', url: 'https://a.test/2' };
    await runInPage(pages, clickOn('two'));
    expect(sentTo).toEqual(['one', 'two']);
  });

  test('of a document that is gone are refused by the one that the tab shows now', async () => {
    receive = (port, _documentId, id) =>
      port.answers(id, { ok: false, error: makeError('ELEMENT_HANDLE_STALE') });
    expect(await codeOf(runInPage(pagesOf(), clickOn('zero')))).toBe('ELEMENT_HANDLE_STALE');
    expect(sentTo).toEqual(['one']);
  });
});

describe('an action cannot run twice', () => {
  test('it is sent again, to the new document, only if the first document never received it', async () => {
    receive = (port, documentId, id) => {
      if (documentId === 'two') return port.answers(id, GOOD);
      page = { documentId: 'two', url: 'https://a.test/2' };
      port.findsNobody();
    };
    expect(await runInPage(pagesOf(), click)).toEqual(OUTCOME);
    expect(sentTo).toEqual(['one', 'two']);
  });

  test.each([true, false])(
    'a page that died after it received the request causes no retry; acted: %s',
    async (acted) => {
      receive = (port, _documentId, id) => {
        if (acted) port.announces(id);
        port.dies();
      };
      const acting = vi.fn();
      const died = await runInPage(pagesOf(), click, { acting }).catch((error: unknown) => error);
      expect(died).toBeInstanceOf(PageDied);
      expect(died).toMatchObject({ acted });
      expect(acting).toHaveBeenCalledTimes(acted ? 1 : 0);
      expect(sentTo).toEqual(['one']);
    },
  );

  test('a read that died with its page is sent to the next page', async () => {
    receive = (port, documentId, id) => {
      if (documentId === 'two') return port.answers(id, GOOD);
      page = { documentId: 'two', url: 'https://a.test/2' };
      port.dies();
    };
    expect(await runInPage(pagesOf(), request)).toEqual(OUTCOME);
    expect(sentTo).toEqual(['one', 'two']);
  });

  test('a page that never listens is tried twice', async () => {
    receive = (port) => port.findsNobody();
    expect(await codeOf(runInPage(pagesOf(), click))).toBe('SCRIPT_ERROR');
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
    expect(await codeOf(runInPage(pagesOf(), request))).toBe('PAGE_RESTRICTED');
    expect(sentTo).toEqual([]);
  });

  test('error pages, source views, closed and sleeping tabs give errors', async () => {
    page = { documentId: 'e', url: 'chrome-error://chromewebdata/' };
    expect(await codeOf(runInPage(pagesOf(), request))).toBe('PAGE_RESTRICTED');
    page = { documentId: 's', url: 'https://a.test/' };
    tab = { id: 1, url: 'view-source:https://a.test/' };
    expect(await codeOf(runInPage(pagesOf(), request))).toBe('PAGE_RESTRICTED');
    [page, tab] = [null, { id: 1, url: 'https://a.test/' }];
    expect(await codeOf(runInPage(pagesOf(), request))).toBe('SCRIPT_ERROR');
    tab = null;
    expect(await codeOf(runInPage(pagesOf(), request))).toBe('TAB_NOT_FOUND');
    expect(injected).toEqual([]);
  });
});

test.each([
  ['does not answer', () => undefined],
  ['answers to another request', (port: FakePagePort) => port.answers(99, GOOD)],
])('a page that %s is not waited for beyond the deadline', async (_what, does) => {
  receive = does;
  const code = codeOf(runInPage(pagesOf(), request));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await code).toBe('TIMEOUT');
});

test('a page that the user opened in the meantime is not entered', async () => {
  const taken = new Injection(async () => {
    throw new ProtocolError('TAB_TAKEN');
  });
  await expect(runInPage({ injection: taken, ports: new PagePorts() }, request)).rejects.toMatchObject({
    error: { code: 'TAB_TAKEN' },
  });
  expect([injected, sentTo]).toEqual([[], []]);
});

test('a page that misses the deadline gets a cancel message, and so does one whose caller is gone', async () => {
  receive = () => undefined;
  const late = codeOf(runInPage(pagesOf(), request));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await late).toBe('TIMEOUT');
  expect(cancelled).toEqual([1]);
  const leaving = new AbortController();
  const gone = codeOf(runInPage(pagesOf(), { ...click, deadline: 60_000 }, { signal: leaving.signal }));
  await vi.advanceTimersByTimeAsync(1_000);
  leaving.abort(new ProtocolError('TIMEOUT'));
  expect(await gone).toBe('TIMEOUT');
  expect(cancelled).toEqual([1, 1]);
});
