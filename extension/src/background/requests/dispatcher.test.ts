import type { AnyForwardedRequest, Envelope, Outcome, ToDaemonMessage } from '@bproxy/shared';
import { LARGEST_KEPT_ANSWER, ProtocolError } from '@bproxy/shared';
import { describe, expect, test } from 'vitest';
import { type FakeStore, fakeRequest, fakeStore } from '../../testing/fake-chrome.ts';
import { Dedupe } from './dedupe.ts';
import { Dispatcher } from './dispatcher.ts';
import { Trace } from './trace.ts';

const PAGE = { url: 'https://a.test/', title: 'A', state: 'ready', busy: false } as const;
const DONE: Outcome<'navigate'> = { data: { url: 'u', title: 't', loadTime: 1 }, page: PAGE };

type Run = (request: AnyForwardedRequest, signal: AbortSignal) => Promise<Outcome>;

function worker(store: FakeStore, run: Run, lasting = fakeStore()) {
  const clock = { now: 1000 };
  const sent: ToDaemonMessage[] = [];
  const runs: string[] = [];
  const trace = new Trace(store, () => undefined);
  const dispatcher = new Dispatcher({
    run: (request, signal) => {
      runs.push(request.id);
      return run(request, signal);
    },
    send: (message) => void sent.push(message),
    dedupe: new Dedupe(store, lasting, () => clock.now),
    trace,
    now: () => clock.now,
    extensionVersion: '1.2.3',
  });
  const answers = (): Envelope[] =>
    sent.flatMap((message) => (message.type === 'response' ? [message.response] : []));
  return { dispatcher, clock, sent, runs, trace, answers };
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const navigate = (id = 'n1', deadline = 10_000, payload = 'one') => ({
  ...fakeRequest('navigate', { id, deadline }),
  payload,
});

describe('each request runs once', () => {
  test('a second arrival joins the run', async () => {
    const { open, opened } = gate();
    const w = worker(fakeStore(), () => opened.then(() => DONE));
    const first = w.dispatcher.handle(navigate());
    const second = w.dispatcher.handle(navigate());
    expect(w.dispatcher.inFlight).toBe(1);
    open();
    await Promise.all([first, second]);
    expect(w.runs).toEqual(['n1']);
    expect(w.answers()).toMatchObject([{ ok: true, replay: false }]);
    expect(w.dispatcher.inFlight).toBe(0);
  });

  test('a finished request is answered from the record, even by the next worker', async () => {
    const store = fakeStore();
    await worker(store, async () => DONE).dispatcher.handle(navigate());
    const next = worker(store, async () => DONE);
    await next.dispatcher.handle(navigate());
    expect(next.runs).toEqual([]);
    expect(next.answers()).toMatchObject([{ ok: true, replay: true, data: DONE.data }]);
  });

  test('a stored error is the same the second time', async () => {
    const store = fakeStore();
    const w = worker(store, async () => {
      throw new ProtocolError('NAVIGATION_FAILED', { details: { cause: 'net::ERR_X' } });
    });
    await w.dispatcher.handle(navigate());
    await w.dispatcher.handle(navigate());
    const [first, second] = w.answers();
    expect(w.runs).toHaveLength(1);
    expect(second).toEqual(first);
  });

  test('a request that a dead worker started never runs again', async () => {
    const store = fakeStore();
    const dead = worker(store, () => new Promise(() => undefined));
    void dead.dispatcher.handle(navigate());
    await expect.poll(() => dead.runs).toEqual(['n1']);
    expect(store.items.get('request:n1')).toMatchObject({ state: 'started' });
    const next = worker(store, async () => DONE);
    await next.dispatcher.handle(navigate());
    expect(next.runs).toEqual([]);
    expect(next.answers()).toMatchObject([{ ok: false, error: { code: 'OUTCOME_UNKNOWN' } }]);
  });

  test('the mark is stored before the action begins, the result as soon as the answer has left', async () => {
    const store = fakeStore();
    const seen: unknown[] = [];
    const w = worker(store, async () => {
      seen.push(store.items.get('request:n1'));
      return DONE;
    });
    await w.dispatcher.handle(navigate());
    expect(seen).toMatchObject([{ state: 'started' }]);
    expect(store.items.get('request:n1')).toMatchObject({ state: 'done' });
  });

  test('a request does not run if its mark cannot be stored', async () => {
    const store = fakeStore();
    store.full = true;
    const w = worker(store, async () => DONE);
    await w.dispatcher.handle(navigate());
    expect(w.runs).toEqual([]);
    expect(w.sent).toMatchObject([{ response: { error: { code: 'INTERNAL_ERROR' } }, begun: false }]);
    store.full = false;
    await w.dispatcher.handle(navigate());
    expect(w.runs).toEqual(['n1']);
  });

  test('a request that began before a reload of the extension never runs again', async () => {
    const lasting = fakeStore();
    await worker(fakeStore(), async () => DONE, lasting).dispatcher.handle(navigate());
    const next = worker(fakeStore(), async () => DONE, lasting);
    await next.dispatcher.handle(navigate());
    await next.dispatcher.resume([{ id: 'n1', payload: 'one' }]);
    expect(next.runs).toEqual([]);
    expect(next.sent).toMatchObject([
      { response: { error: { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('reloaded') } } },
      { type: 'resumed', states: [{ id: 'n1', state: 'started' }] },
    ]);
  });

  test('another request under a used id is refused: during the first run, later, and by the next worker', async () => {
    const store = fakeStore();
    const { open, opened } = gate();
    const w = worker(store, () => opened.then(() => DONE));
    const first = w.dispatcher.handle(navigate());
    await w.dispatcher.handle(navigate('n1', 10_000, 'two'));
    open();
    await first;
    await w.dispatcher.handle(navigate('n1', 10_000, 'two'));
    const next = worker(store, async () => DONE);
    await next.dispatcher.handle(navigate('n1', 10_000, 'two'));
    await next.dispatcher.handle({ ...fakeRequest('text', { id: 'n1' }), payload: 'read' });
    expect([...w.runs, ...next.runs]).toEqual(['n1']);
    const refused = { response: { error: { code: 'BAD_REQUEST' } }, begun: false };
    expect(w.sent).toMatchObject([refused, { response: { ok: true } }, refused]);
    expect(next.sent).toMatchObject([refused, refused]);
  });

  test('reads store nothing and run again', async () => {
    const store = fakeStore();
    const w = worker(store, async () => ({ data: { text: 'x' }, page: PAGE }));
    await w.dispatcher.handle(fakeRequest('text', { id: 't1' }));
    await w.dispatcher.handle(fakeRequest('text', { id: 't1' }));
    expect(w.runs).toEqual(['t1', 't1']);
    expect([...store.items.keys()]).toEqual([]);
  });

  test('a very long title does not keep the answer from being stored', async () => {
    const title = 'x'.repeat(LARGEST_KEPT_ANSWER);
    const w = worker(fakeStore(), async () => ({ data: { url: '', title, loadTime: 1 }, page: PAGE }));
    await w.dispatcher.handle(navigate());
    await w.dispatcher.handle(navigate());
    expect(w.answers()).toMatchObject([{ ok: true }, { ok: true, replay: true }]);
  });

  test('a request whose result is too large to store is remembered as done', async () => {
    const store = fakeStore();
    const options = Array.from({ length: 100 }, () => 'x'.repeat(LARGEST_KEPT_ANSWER / 50));
    const w = worker(store, async () => ({ data: { selected: false, optionText: '', options }, page: PAGE }));
    await w.dispatcher.handle(navigate());
    await w.dispatcher.handle(navigate());
    expect(w.runs).toHaveLength(1);
    expect(w.answers()).toMatchObject([{ ok: true }, { ok: false, error: { code: 'OUTCOME_UNKNOWN' } }]);
  });
});

describe('deadlines and cancels', () => {
  test('a late request is refused without a run or a mark', async () => {
    const store = fakeStore();
    const w = worker(store, async () => DONE);
    await w.dispatcher.handle(navigate('n1', 1000));
    expect(w.runs).toEqual([]);
    expect(w.sent).toMatchObject([{ response: { error: { code: 'TIMEOUT' } }, begun: false }]);
    expect(store.items.size).toBe(0);
  });

  test('a request that became late while its mark was written does not run, and may be retried', async () => {
    const store = fakeStore();
    const w = worker(store, async () => DONE);
    const handled = w.dispatcher.handle(navigate('n1', 1001));
    w.clock.now = 1001;
    await handled;
    expect(w.sent).toMatchObject([{ response: { error: { code: 'TIMEOUT' } }, begun: false }]);
    await w.dispatcher.handle(navigate());
    expect(w.runs).toEqual(['n1']);
  });

  test('a finished action is reported even after the deadline', async () => {
    const w = worker(fakeStore(), async () => DONE);
    await w.dispatcher.handle(navigate());
    w.clock.now = 20_000;
    await w.dispatcher.handle(navigate());
    expect(w.answers()).toMatchObject([{ ok: true }, { ok: true, replay: true }]);
  });

  test('a cancel before the start drops the request, a later one does nothing', async () => {
    const store = fakeStore();
    const w = worker(store, async () => DONE);
    const handled = w.dispatcher.handle(navigate());
    w.dispatcher.cancel('n1');
    await handled;
    expect(w.runs).toEqual([]);
    expect(w.sent).toEqual([]);
    expect(store.items.size).toBe(0);
    w.dispatcher.cancel('n1');
    await w.dispatcher.handle(navigate());
    expect(w.answers()).toMatchObject([{ ok: true }]);
  });

  test('a cancel ends the work of a running request', async () => {
    const w = worker(
      fakeStore(),
      (_request, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const handled = w.dispatcher.handle(navigate());
    await expect.poll(() => w.runs).toEqual(['n1']);
    w.dispatcher.cancel('n1');
    await handled;
    expect(w.answers()).toMatchObject([{ ok: false, error: { code: 'TIMEOUT' } }]);
  });
});

test('resume reports the state of each request, not of another under its id, and then sends the stored answers', async () => {
  const store = fakeStore({ 'request:dead': { state: 'started', at: 900, payload: 'one' } });
  const { open, opened } = gate();
  const w = worker(store, ({ id }) => (id === 'slow' ? opened : Promise.resolve()).then(() => DONE));
  await w.dispatcher.handle(navigate('done'));
  const slow = w.dispatcher.handle(navigate('slow'));
  w.sent.length = 0;
  const ask = (id: string, payload = 'one') => ({ id, payload });
  await w.dispatcher.resume([ask('done'), ask('slow'), ask('dead'), ask('never')]);
  expect(w.sent[0]).toEqual({
    type: 'resumed',
    states: [
      { id: 'done', state: 'done' },
      { id: 'slow', state: 'running' },
      { id: 'dead', state: 'started' },
      { id: 'never', state: 'unknown' },
    ],
  });
  expect(w.answers()).toMatchObject([{ id: 'done', ok: true, replay: true }]);
  w.sent.length = 0;
  await w.dispatcher.resume([ask('done', 'two'), ask('slow', 'two'), ask('dead', 'two')]);
  expect(w.sent).toEqual([
    { type: 'resumed', states: ['done', 'slow', 'dead'].map((id) => ({ id, state: 'unknown' })) },
  ]);
  open();
  await slow;
});

test('a thrown error reports its name and no URL of the extension', async () => {
  const w = worker(fakeStore(), async () => {
    throw new TypeError('bad at chrome-extension://abc/x.js:1');
  });
  await w.dispatcher.handle(navigate());
  expect(w.answers()).toMatchObject([
    { error: { code: 'SCRIPT_ERROR', message: 'bad at (extension)', details: { name: 'TypeError' } } },
  ]);
});

test('the trace lists the newest last, filters by id and keeps to the limit', async () => {
  const w = worker(fakeStore(), async () => DONE);
  for (let at = 0; at < 60; at++) await w.dispatcher.handle(navigate(`n${at}`));
  await w.dispatcher.handle(navigate('n59'));
  const all = await w.trace.read({});
  expect(all).toHaveLength(50);
  expect(all.at(-1)).toEqual({
    id: 'n59',
    action: 'navigate',
    tab: 7,
    timestamp: 1000,
    elapsed: 0,
    result: 'ok',
    replay: true,
    extensionVersion: '1.2.3',
  });
  expect(await w.trace.read({ id: 'n59' })).toHaveLength(2);
  expect(await w.trace.read({ limit: 1 })).toEqual([all.at(-1)]);
});

test('reading the trace adds no entry to it', async () => {
  const w = worker(fakeStore(), async () => DONE);
  await w.dispatcher.handle(navigate());
  await w.dispatcher.handle(fakeRequest('debug.log', { id: 'd1', deadline: 10_000 }));
  expect(w.answers()).toHaveLength(2);
  expect(await w.trace.read({})).toMatchObject([{ id: 'n1' }]);
});
