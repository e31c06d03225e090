import { isSessionId, type SessionId, type ToDaemonMessage } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { parseState, restoreState, saveState } from '../state/saved-state.ts';
import { fakeContext } from '../testing/fake-context.ts';
import { fakePipeline, PAGE } from '../testing/fake-pipeline.ts';
import { lendRefused, tabLent } from './lent-tabs.ts';

function world() {
  const fake = fakePipeline();
  const link = fake.connect('work');
  const lend = (
    tabId: number,
    session: SessionId | null,
    change: Partial<Extract<ToDaemonMessage, { type: 'tab-lent' }>> = {},
  ) =>
    tabLent(
      link.browser,
      { type: 'tab-lent', tabId, url: PAGE, title: 'Mine', session, readOnly: false, ...change },
      fake.context,
    );
  const tabs = async (session: string) => fake.ask('tab.list', {}, { session });
  return { ...fake, link, lend, tabs };
}

function id(text: string): SessionId {
  if (!isSessionId(text)) throw new Error(`${text} is no session id`);
  return text;
}

/** A session that has asked for a tab. */
async function asking() {
  const made = world();
  const session = made.context.sessions.create('Reading', 'work');
  const requesting = made.ask('tab.request', { reason: 'please' }, { session: session.id });
  const request = await made.link.next();
  expect(request).toMatchObject({ action: 'tab.request', target: { tabId: null }, session: session.id });
  made.link.fail(request, 'HUMAN_REQUIRED', { message: 'please', details: { kind: 'lend' } });
  expect(await requesting).toMatchObject({ error: { code: 'HUMAN_REQUIRED', details: { kind: 'lend' } } });
  return { ...made, session };
}

describe('a lent tab', () => {
  it('joins its session, marked, and becomes the current tab only if there is none', async () => {
    const { lend, open, link, tabs, context } = world();
    const session = id(await open(link, 7));
    lend(8, session, { readOnly: true });
    expect(await tabs(session)).toMatchObject({
      data: {
        tabs: [
          { tab: 't1', bound: true },
          { tab: 't2', bound: false, borrowed: true, readOnly: true },
        ],
      },
    });
    const empty = context.sessions.create(undefined, null);
    lend(9, empty.id);
    expect(await tabs(empty.id)).toMatchObject({ data: { tabs: [{ bound: true, borrowed: true }] } });
    expect(empty.instance).toBe('work');
  });

  it('for nobody in particular makes a session', () => {
    const { lend, context } = world();
    lend(8, null);
    expect(context.sessions.all()).toMatchObject([{ instance: 'work', bound: 't1' }]);
  });

  it('goes back to the user if its session has ended or works in another browser', () => {
    const { lend, context, link } = world();
    const other = context.sessions.create(undefined, 'home');
    lend(8, other.id);
    lend(9, id('nobody'));
    expect(link.sent.filter(({ type }) => type === 'release')).toEqual([
      { type: 'release', tabIds: [8] },
      { type: 'release', tabIds: [9] },
    ]);
    expect(other.tabs.size).toBe(0);
  });

  it('stays with the session that has it', async () => {
    const { lend, open, link, context, tabs } = world();
    const session = id(await open(link, 7));
    lend(7, null);
    expect(context.sessions.all()).toHaveLength(1);
    expect(await tabs(session)).toMatchObject({ data: { tabs: [{ tab: 't1' }] } });
    expect(JSON.stringify(await tabs(session))).not.toContain('borrowed');
    expect(link.sent).not.toContainEqual(expect.objectContaining({ type: 'release' }));
  });

  it('is given back by session close, which closes the others', async () => {
    const { lend, open, link, ask } = world();
    const session = id(await open(link, 7));
    lend(8, session);
    const closing = ask('session.close', {}, { session });
    const first = await link.next();
    expect(first).toMatchObject({ action: 'tab.close', target: { tabId: 7 } });
    link.answer(first, { closed: true });
    const second = await link.next();
    expect(second).toMatchObject({ action: 'tab.return', target: { tabId: 8 } });
    link.answer(second, { returned: true });
    expect(await closing).toMatchObject({ data: { closedTabs: 1, returnedTabs: ['t2'] } });
  });

  it('leaves its session with tab return', async () => {
    const { lend, link, ask, context } = world();
    const session = context.sessions.create(undefined, 'work');
    lend(8, session.id);
    const returning = ask('tab.return', {}, { session: session.id });
    link.answer(await link.next(), { returned: true, changed: ['url'] });
    expect(await returning).toMatchObject({ data: { tab: 't1', returned: true, changed: ['url'] } });
    expect(session.tabs.size).toBe(0);
  });

  it('is still marked after a crash of the daemon, and so is the session that asked for one', () => {
    const { lend, context } = world();
    const session = context.sessions.create(undefined, 'work');
    lend(8, session.id, { readOnly: true });
    Object.assign(session, { paused: true, pauseReason: 'please', pausedFor: 'lend' });
    const saved = parseState(saveState(context));
    const after = fakeContext().context;
    if (saved) restoreState(saved, after);
    expect(after.sessions.all()).toMatchObject([{ paused: true, pausedFor: 'lend' }]);
    expect([...(after.sessions.all()[0]?.tabs.values() ?? [])]).toMatchObject([
      { borrowed: true, readOnly: true },
    ]);
  });

  it('whose session is gone is released when its browser reconnects', () => {
    const { link, connect } = world();
    link.leave();
    const tab = { tabId: 8, url: PAGE, title: 'Mine' };
    expect(connect('work', { tabs: [tab] }).sent).toEqual([]);
    expect(connect('work', { tabs: [{ ...tab, lent: true }] }).sent).toEqual([
      { type: 'release', tabIds: [8] },
    ]);
  });
});

describe('a session that asked for a tab', () => {
  it('goes on when it gets one, and works in it', async () => {
    const { lend, session, logged } = await asking();
    expect(session).toMatchObject({ paused: true, pausedFor: 'lend' });
    lend(8, session.id);
    expect(session).toMatchObject({ paused: false, bound: 't1' });
    expect(session).not.toHaveProperty('pausedFor');
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'pause_ended', session: session.id, by: 'the loan of a tab' }),
    );
  });

  it('goes on without one if the user says no, in its own browser', async () => {
    const { session, context } = await asking();
    lendRefused('home', session.id, context);
    expect(session.paused).toBe(true);
    lendRefused('work', session.id, context);
    expect(session).toMatchObject({ paused: false, bound: null });
  });

  it('goes on without one after session resume', async () => {
    const { session, ask, link } = await asking();
    const resuming = ask('session.resume', {}, { session: session.id });
    link.answer(await link.next());
    expect(await resuming).toMatchObject({ ok: true });
    expect(session.paused).toBe(false);
  });

  it('and paused for another reason stays paused when it gets a tab', () => {
    const { lend, context } = world();
    const session = context.sessions.create(undefined, 'work');
    Object.assign(session, { paused: true, pauseReason: 'Log in' });
    lend(8, session.id);
    lendRefused('work', session.id, context);
    expect(session.paused).toBe(true);
  });
});
