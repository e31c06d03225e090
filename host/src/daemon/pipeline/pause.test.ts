import { ACTION_NAMES, type Action, traitsOf } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { tabMessage } from '../links/tab-truth.ts';
import { fakePipeline, PAGE } from '../testing/fake-pipeline.ts';

const target = { selector: '#a' };
const field = { target, value: 'x', method: 'direct', world: 'isolated' };
/** Valid params for the actions that need some. */
const PARAMS: Partial<Record<Action, object>> = {
  navigate: { url: PAGE },
  inspect: { selector: '#a' },
  click: { target },
  'click-at': { x: 1, y: 1, shot: '012345' },
  drag: { from: target, to: target },
  focus: { target },
  press: { keys: ['Enter'] },
  type: { text: 'x' },
  hover: { target },
  fill: field,
  edit: { target, find: 'a', replace: 'b' },
  'select-text': { text: 'a' },
  'fill-form': { fields: [field] },
  upload: { target, files: [{ name: 'a', size: 1, type: '', sha256: 'a'.repeat(64) }] },
  select: { trigger: target, optionText: 'x' },
  wait: { strategy: 'selector', target: '#a' },
  'require-human': { reason: 'again' },
  'tab.open': { url: PAGE },
  'tab.request': { reason: 'again' },
  'session.bind': { tab: 't1' },
};
const forwarded = ACTION_NAMES.filter(
  (action) => traitsOf(action).at !== 'daemon' && action !== 'session.resume',
);
const local = ACTION_NAMES.filter((action) => traitsOf(action).at === 'daemon' && action !== 'session.close');
const reason = 'Please solve the CAPTCHA.';

async function paused() {
  const world = fakePipeline();
  const link = world.connect('work');
  const session = await world.open(link, 7);
  const navigating = world.ask('navigate', { url: PAGE }, { session });
  const details = { tabId: 7, kind: 'captcha' };
  link.fail(await link.next(), 'HUMAN_REQUIRED', { message: reason, details });
  const answer = await navigating;
  const sent = link.sent.length;
  return { ...world, link, session, answer, sent };
}

describe('when the extension reports that a person is needed', () => {
  it('the caller gets the error and the session is paused, with the reason', async () => {
    const { answer, ask, session } = await paused();
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'HUMAN_REQUIRED', message: reason, details: { kind: 'captcha' } },
    });
    expect(JSON.stringify(answer)).not.toContain('tabId');
    expect(await ask('session.list')).toMatchObject({
      data: { sessions: [{ id: session, paused: true, pauseReason: reason }] },
    });
    expect(await ask('debug.status')).toMatchObject({
      data: { pausedSessions: [{ session, reason }] },
    });
  });

  it.each(forwarded)('%s is refused with the reason and reaches no browser', async (action) => {
    const { ask, session, link, sent } = await paused();
    expect(await ask(action, PARAMS[action], { session })).toMatchObject({
      ok: false,
      error: {
        code: 'HUMAN_REQUIRED',
        retry: 'never',
        message: `Session ${session} is paused: ${reason}`,
        details: { session, reason },
      },
    });
    expect(link.sent).toHaveLength(sent);
  });

  it.each(local)('%s still works', async (action) => {
    const { ask, session } = await paused();
    expect(await ask(action, PARAMS[action], { session })).toMatchObject({ ok: true });
  });

  it('a queued request is refused when its turn comes', async () => {
    const world = fakePipeline();
    const link = world.connect('work');
    const session = await world.open(link, 7);
    const first = world.ask('require-human', { reason }, { session });
    const request = await link.next();
    const second = world.ask('text', {}, { session });
    link.fail(request, 'HUMAN_REQUIRED', { message: reason });
    await first;
    expect(await second).toMatchObject({ error: { code: 'HUMAN_REQUIRED' } });
  });

  it('other sessions continue to work', async () => {
    const { ask, open, link } = await paused();
    const other = await open(link, 8);
    const reading = ask('text', {}, { session: other });
    link.answer(await link.next(), { text: 'on' });
    expect(await reading).toMatchObject({ ok: true });
  });

  it('the first reason stays', async () => {
    const world = fakePipeline();
    const link = world.connect('work');
    const session = await world.open(link, 7);
    await world.open(link, 8, session);
    const one = world.ask('require-human', { reason: 'one' }, { session });
    const firstRequest = await link.next();
    await world.ask('session.bind', { tab: 't1' }, { session });
    const two = world.ask('require-human', { reason: 'two' }, { session });
    const secondRequest = await link.next();
    link.fail(firstRequest, 'HUMAN_REQUIRED', { message: 'one' });
    link.fail(secondRequest, 'HUMAN_REQUIRED', { message: 'two' });
    await Promise.all([one, two]);
    expect(world.context.sessions.get(session)?.pauseReason).toBe('one');
  });
});

describe('a pause', () => {
  it('is not lifted by unbind, by a new binding or by a new tab', async () => {
    const { ask, session, link, sent } = await paused();
    expect(await ask('session.unbind', {}, { session })).toMatchObject({ ok: true });
    expect(await ask('text', {}, { session })).toMatchObject({ error: { code: 'HUMAN_REQUIRED' } });
    expect(await ask('session.bind', { tab: 't1' }, { session })).toMatchObject({ ok: true });
    for (const action of ['text', 'tab.close'] as const) {
      expect(await ask(action, {}, { session })).toMatchObject({ error: { code: 'HUMAN_REQUIRED' } });
    }
    expect(await ask('tab.open', { url: PAGE }, { session })).toMatchObject({
      error: { code: 'HUMAN_REQUIRED' },
    });
    expect(link.sent).toHaveLength(sent);
  });

  it('continues after session resume while the page still needs a person', async () => {
    const { ask, session, link } = await paused();
    await ask('session.unbind', {}, { session });
    const resuming = ask('session.resume', {}, { session });
    const look = await link.next();
    expect(look).toMatchObject({ action: 'session.resume', target: { tabId: 7 } });
    const details = { kind: 'captcha', evidence: ['element: #px-captcha'] };
    link.fail(look, 'HUMAN_REQUIRED', { message: reason, details });
    expect(await resuming).toMatchObject({ error: { code: 'HUMAN_REQUIRED', details } });
    expect(await ask('text', {}, { session })).toMatchObject({ error: { code: 'HUMAN_REQUIRED' } });
  });

  it('continues while its browser is away, because nothing can check the page', async () => {
    const { ask, session, link, context } = await paused();
    link.leave();
    expect(await ask('session.resume', {}, { session })).toMatchObject({ error: { code: 'NO_EXTENSION' } });
    expect(context.sessions.get(session)?.paused).toBe(true);
  });
});

describe('a pause ends', () => {
  it('with session resume when the page needs no person any more, and the tab is unchanged', async () => {
    const { ask, session, link, logged } = await paused();
    const resuming = ask('session.resume', {}, { session });
    link.answer(await link.next());
    expect(await resuming).toMatchObject({ ok: true, data: { session } });
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'pause_ended', session, by: 'session resume' }),
    );
    const reading = ask('text', {}, { session });
    link.answer(await link.next(), { text: 'on' });
    expect(await reading).toMatchObject({ ok: true, data: { text: 'on' } });
    expect(await ask('session.list')).not.toHaveProperty('data.sessions.0.pauseReason');
  });

  it('when the user closes the tab that needed them, but not when they close another tab', async () => {
    const world = fakePipeline();
    const link = world.connect('work');
    const session = await world.open(link, 7);
    await world.open(link, 8, session);
    const asking = world.ask('require-human', { reason }, { session });
    link.fail(await link.next(), 'HUMAN_REQUIRED', { message: reason });
    await asking;
    tabMessage('work', { type: 'tab-removed', tabId: 7 }, world.context);
    expect(world.context.sessions.get(session)).toMatchObject({ paused: true, pausedTab: 't2' });
    expect(world.logged).not.toContainEqual(expect.objectContaining({ event: 'pause_ended' }));
    tabMessage('work', { type: 'tab-removed', tabId: 8 }, world.context);
    expect(world.context.sessions.get(session)?.paused).toBe(false);
    expect(world.logged).toContainEqual(
      expect.objectContaining({ event: 'pause_ended', session, by: 'the loss of its tab' }),
    );
  });

  it('with session close, which still closes the tabs', async () => {
    const { ask, session, link } = await paused();
    const closing = ask('session.close', {}, { session });
    link.answer(await link.next(), { closed: true });
    expect(await closing).toMatchObject({ data: { closedTabs: 1 } });
  });
});
