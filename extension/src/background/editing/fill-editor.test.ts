import { type BproxyForwardedRequest, elementHandle, makeError, ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EditingRequest, PageAnswer } from '../../content-messages.ts';
import { fakeStore, strict } from '../../testing/fake-chrome.ts';
import { FakePagePort } from '../../testing/fake-page-port.ts';
import { Injection } from '../page/injection.ts';
import { PagePorts } from '../page/page-ports.ts';
import { SilentPages } from '../page/silent-pages.ts';
import { OwnedTabs } from '../tabs/owned-tabs.ts';
import { fillByApi } from './fill-editor.ts';

interface Call {
  world?: string;
  target: { tabId: number; documentIds?: string[] };
  args?: unknown[];
}

let calls: Call[];
let result: () => Promise<unknown>;
/** The content script's answer about the target. */
let located: PageAnswer;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  calls = [];
  const place = { selector: '#e', expect: { tag: 'div' } };
  located = { ok: true, value: place };
  const tab = { id: 1, url: 'https://a.test/', title: 'A', status: 'complete' };
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        get: async () => tab,
        connect() {
          const port = new FakePagePort((message) => {
            const { id } = message;
            if (message.type === 'locate') port.answers(id, placeOf(message.request));
            if (message.type === 'effect') port.answers(id, { ok: true, value: { seen: 'value' } });
          });
          return port;
        },
      }),
      webNavigation: strict('chrome.webNavigation', {
        getFrame: async () => ({ documentId: 'doc', url: tab.url, errorOccurred: false }),
      }),
      scripting: strict('chrome.scripting', {
        executeScript: async (call: Call) => {
          if (call.world !== 'MAIN') return [];
          calls.push(call);
          return [{ result: await result() }];
        },
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const placeOf = ({ params: { target } }: EditingRequest): PageAnswer =>
  target && !('handle' in target) ? { ok: true, value: target } : located;

const request = (
  given: Partial<BproxyForwardedRequest<'fill'>['params']> = {},
): BproxyForwardedRequest<'fill'> => ({
  protocol_version: 1,
  id: 'r',
  action: 'fill',
  params: {
    target: { selector: '#e' },
    value: 'x',
    method: 'runtime-api',
    world: 'main',
    wait: 0,
    ...given,
  },
  session: '',
  deadline: 10_000,
  destructive: true,
  target: { tabId: 1 },
});
const owned = new OwnedTabs(fakeStore({ ownedTabs: [1] }), fakeStore());
const fill = (given = request()) =>
  fillByApi(given, {
    injection: new Injection(async () => undefined),
    ports: new PagePorts(),
    owned,
    silent: new SilentPages(owned),
    signal: new AbortController().signal,
  });

async function errorOf(work: Promise<unknown>) {
  const thrown = await work.catch((error: unknown) => error);
  if (!(thrown instanceof ProtocolError)) throw new Error('not refused');
  return thrown.error;
}

test('fill-editor makes one call into the page world, into one document', async () => {
  result = async () => ({ ok: true, filled: true, verifiedValue: 'x' });
  expect(await fill()).toEqual({
    data: { filled: true, verifiedValue: 'x' },
    effect: { seen: 'value' },
    page: { url: 'https://a.test/', title: 'A', state: 'ready', busy: false },
  });
  expect(calls).toMatchObject([{ target: { tabId: 1, documentIds: ['doc'] } }]);
  expect(calls[0]?.args?.slice(0, 2)).toEqual([{ selector: '#e' }, 'x']);
});

test('the error gives the reason when the editor holds another text', async () => {
  result = async () => ({ ok: true, filled: false, verifiedValue: 'y' });
  expect((await fill()).data).toEqual({ filled: false, verifiedValue: 'y', reason: expect.any(String) });
});

test.each(['direct', 'paste'] as const)(
  '%s is not a fill method of the page world, and nothing runs',
  async (method) => {
    expect(await errorOf(fill(request({ method })))).toMatchObject({ code: 'SCRIPT_ERROR', retry: 'never' });
    expect(calls).toEqual([]);
  },
);

test.each([
  [{ reason: 'hidden-tab' }, 'TAB_NOT_VISIBLE'],
  [{ reason: 'not-found', selector: '#e' }, 'ELEMENT_NOT_FOUND'],
  [{ reason: 'ambiguous', selector: '#e', count: 2 }, 'SELECTOR_AMBIGUOUS'],
  [{ reason: 'changed' }, 'ELEMENT_HANDLE_STALE'],
  [{ reason: 'read-only' }, 'ELEMENT_NOT_ACTIONABLE'],
  [{ reason: 'no-editor' }, 'SCRIPT_ERROR'],
  [{ reason: 'failed', acted: false }, 'SCRIPT_ERROR'],
  [{ reason: 'failed', acted: true }, 'OUTCOME_UNKNOWN'],
])('the answer %j becomes %s', async (answer, code) => {
  result = async () => ({ ok: false, ...answer });
  expect(await errorOf(fill())).toMatchObject({ code, details: { reason: answer.reason } });
});

const byHandle = (documentId = 'doc') =>
  request({ target: { handle: elementHandle('el', 1), read: 1, documentId } });

test('the content script resolves a handle to its element', async () => {
  result = async () => ({ ok: true, filled: true, verifiedValue: 'x' });
  await fill(byHandle());
  expect(calls[0]?.args?.[0]).toEqual({ selector: '#e', expect: { tag: 'div' } });
});

test('a handle whose element is gone is stale', async () => {
  result = async () => ({ ok: false, reason: 'not-found', selector: '#e' });
  expect(await errorOf(fill(byHandle()))).toMatchObject({ code: 'ELEMENT_HANDLE_STALE' });
});

test('a handle that the content script reports as stale is not sent to the page world', async () => {
  located = { ok: false, error: makeError('ELEMENT_HANDLE_STALE') };
  expect(await errorOf(fill(byHandle()))).toMatchObject({ code: 'ELEMENT_HANDLE_STALE' });
  expect(calls).toEqual([]);
});

test('a handle is not used in the next document of its tab', async () => {
  expect(await errorOf(fill(byHandle('the document before')))).toMatchObject({
    code: 'ELEMENT_HANDLE_STALE',
    details: { handle: 'el1', reason: 'forgotten' },
  });
  expect(calls).toEqual([]);
});

test('a page that unloads during the fill is not a success', async () => {
  result = async () => null;
  expect((await fill()).data).toMatchObject({ filled: false, reason: expect.any(String) });
});

test.each([
  'words',
  { ok: true, filled: 'yes' },
  { ok: 'yes', reason: 'late' },
  { ok: false, reason: 'of my own' },
  { ok: false, reason: 'ambiguous', count: 'two' },
  { ok: false, reason: 'failed', acted: 'yes' },
])('an answer that the page itself forged (%j) is rejected', async (made) => {
  result = async () => made;
  expect(await errorOf(fill())).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
});

test('a page that does not answer is given up before the deadline', async () => {
  result = () => new Promise(() => {});
  const asked = errorOf(fill({ ...request(), deadline: 2_000 }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toMatchObject({ code: 'TIMEOUT' });
});

test("the editor's text is cut in the answer, and the answer says so", async () => {
  result = async () => ({ ok: true, filled: false, verifiedValue: 'y'.repeat(5_000_000) });
  expect((await fill()).data).toEqual({
    filled: false,
    verifiedValue: `${'y'.repeat(20_000)}…`,
    reason: expect.stringContaining('the first 20000 of 5000000 characters'),
  });
});

test('an editor that loads late is waited for', async () => {
  const answers = [
    { ok: false, reason: 'not-found', selector: '#e' },
    { ok: false, reason: 'no-editor' },
    { ok: true, filled: true, verifiedValue: 'x' },
  ];
  result = async () => answers.shift();
  const filling = fill(request({ wait: 3_000 }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await filling).data).toMatchObject({ filled: true });
});

test('an editor that has begun to write is not asked twice', async () => {
  result = async () => ({ ok: false, reason: 'failed', acted: true });
  const filling = errorOf(fill(request({ wait: 3_000 })));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await filling).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  expect(calls).toHaveLength(1);
});
