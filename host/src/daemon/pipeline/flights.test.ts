import type { AnyForwardedRequest } from '@bproxy/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, fakeContext } from '../testing/fake-context.ts';

const never = () => new AbortController().signal;

function wire(id: string, destructive: boolean): AnyForwardedRequest {
  const base = {
    protocol_version: 1,
    id,
    session: '',
    payload: `of ${id}`,
    deadline: 9e12,
    destructive,
    target: { tabId: 3 },
  } as const;
  return destructive
    ? { ...base, action: 'click', params: { target: { selector: 'a' } } }
    : { ...base, action: 'text', params: {} };
}

const page = { url: '', title: '', state: 'ready', busy: false } as const;
const ok = (id: string) => ({ protocol_version: 1, id, ok: true, data: {}, page, replay: false }) as const;

function setUp() {
  const { context } = fakeContext();
  const { browser, sent } = fakeBrowser('a');
  context.browsers.attach(browser);
  const { flights } = context;
  const click = flights.send(browser, wire('click', true), never());
  const text = flights.send(browser, wire('text', false), never());
  const requests = () => sent.flatMap((message) => (message.type === 'request' ? [message.request.id] : []));
  return { context, browser, sent, flights, click, text, requests };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a forwarded request', () => {
  it('accepts an answer only from the browser that received it', async () => {
    const { flights, click } = setUp();
    flights.answered('b', { response: ok('click') });
    expect(flights.inFlight).toBe(2);
    flights.answered('a', { response: ok('click') });
    expect(await click).toEqual({ response: ok('click') });
    flights.answered('a', { response: ok('click') });
  });

  it('times out at its deadline and is cancelled', async () => {
    const { flights, browser, sent } = setUp();
    const deadline = new AbortController();
    const late = flights.send(browser, wire('late', true), deadline.signal);
    deadline.abort();
    expect(await late).toMatchObject({
      response: { error: { code: 'TIMEOUT', message: expect.stringContaining('may have happened') } },
      begun: false,
    });
    expect(sent.at(-1)).toEqual({ type: 'cancel', id: 'late' });
    await expect(async () => flights.send(browser, wire('x', true), deadline.signal)).rejects.toThrow();
  });

  it('is refused when a hundred are in flight', () => {
    const { flights, browser } = setUp();
    for (let index = 2; index < 100; index += 1)
      void flights.send(browser, wire(`r${index}`, false), never());
    expect(() => flights.send(browser, wire('more', false), never())).toThrowError(/Too many/);
  });

  it('fails fast if it is a read and the browser stays away; an action waits', async () => {
    const { flights, text } = setUp();
    flights.detached('a');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await text).toMatchObject({ response: { error: { code: 'LINK_DISCONNECTED', retry: 'safe' } } });
    expect(flights.inFlight).toBe(1);
  });
});

describe('after a reconnect', () => {
  it('asks for the outcome of each request and settles it by the answer', async () => {
    const { flights, browser, click, sent, requests } = setUp();
    flights.detached('a');
    flights.attached(browser);
    expect(sent.at(-1)).toEqual({
      type: 'resume',
      requests: [
        { id: 'click', payload: 'of click' },
        { id: 'text', payload: 'of text' },
      ],
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(flights.inFlight).toBe(2);
    flights.resumed(browser, [
      { id: 'click', state: 'done' },
      { id: 'text', state: 'running' },
    ]);
    expect(requests()).toEqual(['click', 'text']);
    flights.answered('a', { response: { ...ok('click'), replay: true } });
    expect(await click).toMatchObject({ response: { ok: true, replay: true } });
  });

  it('resends requests that never arrived in the same run of the extension', () => {
    const { flights, browser, requests } = setUp();
    flights.resumed(browser, [
      { id: 'click', state: 'unknown' },
      { id: 'text', state: 'unknown' },
    ]);
    expect(requests()).toEqual(['click', 'text', 'click', 'text']);
  });

  it('never reruns an action that a dead worker had started', async () => {
    const { flights, browser, click, requests } = setUp();
    flights.resumed(browser, [
      { id: 'click', state: 'started' },
      { id: 'text', state: 'started' },
    ]);
    expect(await click).toMatchObject({ response: { error: { code: 'OUTCOME_UNKNOWN' } } });
    expect(await click).not.toHaveProperty('begun');
    expect(requests()).toEqual(['click', 'text', 'text']);
  });

  it('never resends an action to a reloaded extension, which has forgotten it', async () => {
    const { flights, click, requests } = setUp();
    const reloaded = fakeBrowser('a', { run: 'extension-run-2' }).browser;
    flights.attached(reloaded);
    flights.resumed(reloaded, [{ id: 'click', state: 'unknown' }]);
    expect(await click).toMatchObject({ response: { error: { code: 'OUTCOME_UNKNOWN' } } });
    expect(await click).not.toHaveProperty('begun');
    expect(requests()).toEqual(['click', 'text']);
  });

  it('sends nothing to another run of the browser, whose tab ids mean other tabs', async () => {
    const { flights, click, text } = setUp();
    const restarted = fakeBrowser('a', { browserRun: 'run-2' });
    flights.attached(restarted.browser);
    expect(await click).toMatchObject({ response: { error: { code: 'OUTCOME_UNKNOWN' } } });
    expect(await click).not.toHaveProperty('begun');
    expect(await text).toMatchObject({ response: { error: { code: 'LINK_DISCONNECTED' } }, begun: false });
    expect(restarted.sent).toEqual([]);
  });
});
