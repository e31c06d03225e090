import { describe, expect, it } from 'vitest';
import { fakePipeline, turn } from '../testing/fake-pipeline.ts';
import { CallerGoneError } from './forward.ts';

const click = { target: { selector: '#a' } };

async function setUp() {
  const world = fakePipeline();
  const link = world.connect('work');
  return { ...world, link, session: await world.open(link, 7) };
}

const requests = (link: Awaited<ReturnType<typeof setUp>>['link']) =>
  link.sent.flatMap((message) => (message.type === 'request' ? [message.request.id] : []));

describe('a request that waits for a tab', () => {
  it('runs in order, and does not wait for other tabs', async () => {
    const { ask, link, session, open } = await setUp();
    const other = await open(link, 8);
    for (const id of ['a1', 'a2', 'a3']) void ask('text', {}, { session, id });
    void ask('text', {}, { session: other, id: 'b1' });
    expect((await link.next()).id).toBe('a1');
    expect((await link.next()).id).toBe('b1');
    link.answer({ id: 'a1' });
    expect((await link.next()).id).toBe('a2');
    link.answer({ id: 'a2' });
    expect((await link.next()).id).toBe('a3');
  });

  it('is one of a hundred at most: the next one is refused as too many', async () => {
    const { ask, link, session } = await setUp();
    const waiting = Array.from({ length: 100 }, () => ask('text', {}, { session }));
    await turn();
    expect(await ask('text', {}, { session })).toMatchObject({
      error: { code: 'OVERLOADED', retry: 'safe' },
    });
    for (const _each of waiting) link.answer(await link.next(), { text: '' });
    for (const answer of await Promise.all(waiting)) expect(answer.ok).toBe(true);
    const again = ask('text', {}, { session });
    link.answer(await link.next(), { text: '' });
    expect(await again).toMatchObject({ ok: true });
  });

  it('gets the tab at once when the caller of a running read has hung up', async () => {
    const { ask, link, session } = await setUp();
    const caller = new AbortController();
    const wait = { strategy: 'selector', target: '#never' };
    const left = ask('wait', wait, { session, id: 'left', caller: caller.signal });
    await link.next();
    const reading = ask('text', {}, { session, id: 'next' });
    caller.abort(new CallerGoneError());
    expect(await left).toMatchObject({ error: { code: 'LINK_DISCONNECTED' } });
    expect(link.sent).toContainEqual({ type: 'cancel', id: 'left' });
    link.answer(await link.next(), { text: 'on' });
    expect(await reading).toMatchObject({ ok: true });
  });

  it('times out at its deadline without having been sent', async () => {
    const { ask, link, session, now } = await setUp();
    void ask('text', {}, { session });
    await link.next();
    const late = ask('click', click, { session, id: 'late', deadline: now() + 30 });
    expect(await late).toMatchObject({
      error: {
        code: 'TIMEOUT',
        retry: 'safe',
        message: expect.stringMatching(/waited \d+ ms behind text/),
        details: { waitedBehind: 'text', waitedMs: expect.any(Number) },
      },
    });
    expect(requests(link)).not.toContain('late');
  });

  it('is dropped when its caller leaves; an action that was already sent runs to its end', async () => {
    const { ask, link, session } = await setUp();
    const callers = [new AbortController(), new AbortController()] as const;
    const sent = ask('click', click, { session, id: 'sent', caller: callers[0].signal });
    const request = await link.next();
    const queued = ask('text', {}, { session, id: 'queued', caller: callers[1].signal });
    await turn();
    for (const caller of callers) caller.abort(new CallerGoneError());
    expect(await queued).toMatchObject({
      error: { code: 'LINK_DISCONNECTED', message: expect.stringContaining('it was not sent') },
    });
    link.answer(request, { clicked: true });
    expect(await sent).toMatchObject({ ok: true });
    await turn();
    expect(requests(link)).not.toContain('queued');
  });

  it('is joined by a retry under the same id', async () => {
    const { ask, link, session } = await setUp();
    const asks = ['once', 'once', 'once'].map((id) => ask('text', {}, { session, id }));
    link.answer(await link.next(), { text: 'one' });
    const [first, ...others] = await Promise.all(asks);
    for (const other of others) expect(other).toEqual(first);
    expect(requests(link).filter((id) => id === 'once')).toHaveLength(1);
  });
});
