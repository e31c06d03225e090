import { describe, expect, it } from 'vitest';
import { tabMessage } from '../links/tab-truth.ts';
import { fakePipeline, PAGE, turn } from '../testing/fake-pipeline.ts';

const click = { target: { selector: '#a' } };

describe('a session and its browser', () => {
  it('takes the first of two browsers that it opens tabs in at once', async () => {
    const { ask, connect, context } = fakePipeline();
    const [work, home] = [connect('work'), connect('home')];
    const created = await ask('session.create');
    const session = created.ok && 'session' in created.data ? String(created.data.session) : '';
    const first = ask('tab.open', { url: PAGE, browser: 'work' }, { session });
    const request = await work.next();
    const second = ask('tab.open', { url: PAGE, browser: 'home' }, { session });
    expect(await second).toMatchObject({ error: { code: 'BROWSER_NOT_FOUND' } });
    work.answer(request, { tabId: 7, url: PAGE, title: '' });
    expect(await first).toMatchObject({ ok: true, data: { tab: 't1' } });
    expect(context.sessions.get(session)).toMatchObject({ instance: 'work' });
    expect(home.sent).toEqual([]);
  });

  it('reports a missing tab, not a missing choice of browser, while it has no browser', async () => {
    const { ask, connect } = fakePipeline();
    connect('work');
    connect('home');
    const created = await ask('session.create');
    const session = created.ok && 'session' in created.data ? String(created.data.session) : '';
    expect(await ask('text', {}, { session })).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
  });

  it('is paced from the tab that created it', async () => {
    const { ask, connect, open, slept } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    void ask('navigate', { url: PAGE }, { session });
    await turn();
    expect(slept).toEqual([2750]);
  });

  it('gets no tab of another session', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    await open(link, 7);
    const opening = ask('tab.open', { url: PAGE });
    link.answer(await link.next(), { tabId: 7, url: PAGE, title: '' });
    expect(await opening).toMatchObject({ error: { code: 'SCRIPT_ERROR' } });
  });
});

describe('the tabs of a session', () => {
  it('are listed at the URL that the browser reports, whichever message reports it', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const tabs = async () => {
      const answer = await ask('tab.list', {}, { session });
      return answer.ok ? answer.data : answer;
    };
    const at = (url: string, title: string) => ({
      session,
      tabs: [{ tab: 't1', url, title, bound: true }],
    });
    expect(await tabs()).toEqual(at(PAGE, 'page'));
    const told = { instance: 'work', tabId: 7 };
    tabMessage(
      told.instance,
      { type: 'navigation', tabId: 7, url: `${PAGE}two`, cause: 'committed' },
      context,
    );
    tabMessage(told.instance, { type: 'tab-updated', tabId: 7, url: `${PAGE}two`, title: 'Two' }, context);
    expect(await tabs()).toEqual(at(`${PAGE}two`, 'Two'));
    const reading = ask('text', {}, { session });
    link.answer(await link.next(), { text: '' }, `${PAGE}three`);
    await reading;
    expect(await tabs()).toEqual(at(`${PAGE}three`, 'page'));
    tabMessage(told.instance, { type: 'tab-removed', tabId: 7 }, context);
    expect(await tabs()).toEqual({ session, tabs: [] });
    expect(await ask('text', {}, { session })).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
  });

  it('are not moved back by an answer that is older than the last event', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const reading = ask('text', {}, { session });
    const request = await link.next();
    tabMessage('work', { type: 'navigation', tabId: 7, url: `${PAGE}two`, cause: 'committed' }, context);
    link.answer(request, { text: 'old' }, PAGE);
    await reading;
    expect(context.sessions.get(session)?.tabs.values().next().value).toMatchObject({ url: `${PAGE}two` });
  });

  it('are dropped when the browser no longer knows them', async () => {
    const { ask, connect, open, logged } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const reading = ask('text', {}, { session });
    link.fail(await link.next(), 'TAB_NOT_FOUND');
    expect(await reading).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
    expect(await ask('tab.list', {}, { session })).toMatchObject({ data: { tabs: [] } });
    expect(logged).toContainEqual({ event: 'tab_lost', session, tab: 't1', cause: 'tab_not_found' });
  });

  it('are the user’s once the browser says so: every request for them fails, even a queued one', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const running = ask('text', {}, { session });
    const request = await link.next();
    const queued = ask('text', {}, { session });
    tabMessage('work', { type: 'tab-taken', tabId: 7 }, context);
    link.fail(request, 'TAB_TAKEN');
    const taken = {
      error: {
        code: 'TAB_TAKEN',
        suggestedAction: expect.stringContaining(`bproxy tab open --url URL -s ${session}`),
        details: { session, tab: 't1' },
      },
    };
    expect(await running).toMatchObject(taken);
    expect(await queued).toMatchObject(taken);
    expect(await ask('click', click, { session })).toMatchObject(taken);
    expect(await ask('session.bind', { tab: 't1' }, { session })).toMatchObject(taken);
    expect(await ask('tab.list', {}, { session })).toMatchObject({ data: { tabs: [] } });
    expect(await ask('session.close', {}, { session })).toMatchObject({ data: { closedTabs: 0 } });
  });

  it('are the user’s even if only the answer of the browser says so', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const reading = ask('text', {}, { session });
    link.fail(await link.next(), 'TAB_TAKEN');
    expect(await reading).toMatchObject({ error: { code: 'TAB_TAKEN' } });
    expect(await ask('tab.list', {}, { session })).toMatchObject({ data: { tabs: [] } });
  });

  it('that a click opened are named; those that open elsewhere meanwhile are not', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const clicking = ask('click', click, { session });
    const request = await link.next();
    await open(link, 8, session);
    tabMessage('work', { type: 'tab-opened', tabId: 9, openerTabId: 8, url: PAGE, title: '' }, context);
    tabMessage('work', { type: 'tab-opened', tabId: 10, openerTabId: 7, url: PAGE, title: '' }, context);
    link.answer(request, { clicked: true, disappeared: false, stable: true });
    expect(await clicking).toMatchObject({ data: { openedTabs: ['t4'] } });
  });

  it('of no session are nobody’s business', () => {
    const { context, connect } = fakePipeline();
    connect('work');
    tabMessage('work', { type: 'tab-opened', tabId: 9, openerTabId: 8, url: PAGE, title: '' }, context);
    tabMessage('work', { type: 'tab-removed', tabId: 8 }, context);
    expect(context.sessions.all()).toEqual([]);
  });
});

describe('session close', () => {
  it('closes its own tabs, even one that joins meanwhile, and counts the closed ones', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    await open(link, 8, session);
    const other = await open(link, 20);
    const closing = ask('session.close', {}, { session, id: 'bye' });
    const first = await link.next();
    expect(first).toMatchObject({ id: 'bye:close:1', action: 'tab.close', target: { tabId: 7 } });
    tabMessage('work', { type: 'tab-opened', tabId: 9, openerTabId: 8, url: PAGE, title: '' }, context);
    link.answer(first, { closed: true });
    link.fail(await link.next(), 'SCRIPT_ERROR');
    const third = await link.next();
    expect(third).toMatchObject({ target: { tabId: 9 } });
    link.fail(third, 'TAB_NOT_FOUND');
    expect(await closing).toMatchObject({ data: { session, closedTabs: 1, failedTabs: ['t2'] } });
    expect(context.sessions.all().map(({ id }) => id)).toEqual([other]);
  });

  it('blocks all other use of the session meanwhile', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const waiting = ask('text', {}, { session });
    const running = await link.next();
    const queued = ask('text', {}, { session });
    const closing = ask('session.close', {}, { session });
    await turn();
    for (const action of ['text', 'tab.list', 'session.close', 'session.resume']) {
      expect(await ask(action, {}, { session })).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
    }
    link.answer(running, { text: '' });
    expect(await waiting).toMatchObject({ ok: true });
    link.answer(await link.next(), { closed: true });
    expect(await closing).toMatchObject({ data: { closedTabs: 1 } });
    expect(await queued).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
  });

  it('sends nothing to a browser that was restarted meanwhile, whose ids mean other tabs', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    await open(link, 8, session);
    const closing = ask('session.close', {}, { session });
    await link.next();
    const restarted = connect('work', { browserRun: 'run-2' });
    expect(await closing).toMatchObject({ data: { closedTabs: 0, failedTabs: ['t1'] } });
    expect(restarted.sent).toEqual([]);
  });

  it('closes a tab that opens too late for the session', async () => {
    const { ask, connect, open, context } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const opening = ask('tab.open', { url: PAGE }, { session });
    const late = await link.next();
    const closing = ask('session.close', {}, { session });
    link.answer(await link.next(), { closed: true });
    await closing;
    link.answer(late, { tabId: 8, url: PAGE, title: '' });
    expect(await opening).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
    expect(await link.next()).toMatchObject({ action: 'tab.close', target: { tabId: 8 } });
    expect(context.sessions.all()).toEqual([]);
  });

  it('works while the session is paused and its browser is away, and lists the tabs that it could not close', async () => {
    const { ask, connect, open } = fakePipeline();
    const link = connect('work');
    const session = await open(link, 7);
    const asking = ask('require-human', { reason: 'please' }, { session });
    link.fail(await link.next(), 'HUMAN_REQUIRED');
    await asking;
    link.leave();
    expect(await ask('session.close', {}, { session })).toMatchObject({
      data: { session, closedTabs: 0, failedTabs: ['t1'] },
    });
  });
});

describe('session bind and unbind', () => {
  it('a new binding applies from the very next request, and only tabs of the session can be bound', async () => {
    const { ask, connect, open, logged, context } = fakePipeline();
    context.allowFast = true;
    const link = connect('work');
    const session = await open(link, 7);
    await open(link, 8, session);
    await open(link, 9);
    expect(await ask('session.bind', { tab: 't1', pacing: 'fast' }, { session })).toMatchObject({
      data: { session, tab: 't1' },
    });
    expect(logged).toContainEqual(expect.objectContaining({ event: 'pacing_config', session, mode: 'fast' }));
    void ask('text', {}, { session });
    expect(await link.next()).toMatchObject({ target: { tabId: 7 } });
    expect(await ask('session.bind', { tab: 't3' }, { session })).toMatchObject({
      error: { code: 'TAB_HANDLE_NOT_FOUND' },
    });
    expect(await ask('session.unbind', {}, { session })).toMatchObject({ ok: true, data: {} });
    expect(await ask('session.unbind', {}, { session })).toMatchObject({ ok: true, data: {} });
    expect(await ask('text', {}, { session })).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
  });
});
