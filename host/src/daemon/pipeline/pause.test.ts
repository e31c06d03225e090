import { ACTION_NAMES, type Action, traitsOf } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { fakePipeline, PAGE } from '../testing/fake-pipeline.ts';

const target = { selector: '#a' };
const field = { target, value: 'x', method: 'direct', world: 'isolated' };
/** Params that pass, for the actions that need some. */
const PARAMS: Partial<Record<Action, object>> = {
  navigate: { url: PAGE },
  inspect: { selector: '#a' },
  click: { target },
  hover: { target },
  fill: field,
  'fill-form': { fields: [field] },
  select: { trigger: target, optionText: 'x' },
  wait: { strategy: 'selector', target: '#a' },
  'require-human': { reason: 'again' },
  'tab.open': { url: PAGE },
  'session.bind': { tab: 't1' },
};
const forwarded = ACTION_NAMES.filter((action) => traitsOf(action).at !== 'daemon');
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

describe('when the extension says that a person is needed', () => {
  it('the caller is told so and the session is paused, with the reason', async () => {
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

  it.each(local)('%s goes on', async (action) => {
    const { ask, session } = await paused();
    expect(await ask(action, PARAMS[action], { session })).toMatchObject({ ok: true });
  });

  it('what waited for its turn is refused when the turn comes', async () => {
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

  it('other sessions work on', async () => {
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

describe('a pause ends', () => {
  async function after(action: 'session.resume' | 'session.unbind') {
    const world = await paused();
    const { ask, session } = world;
    expect(await ask(action, {}, { session })).toMatchObject({ ok: true });
    expect(await ask(action, {}, { session })).toMatchObject({ ok: true });
    expect(await ask('debug.status')).toMatchObject({ data: { pausedSessions: [] } });
    return world;
  }

  it('with session resume, and the tab is as it was', async () => {
    const { ask, session, link } = await after('session.resume');
    const reading = ask('text', {}, { session });
    link.answer(await link.next(), { text: 'on' });
    expect(await reading).toMatchObject({ ok: true, data: { text: 'on' } });
    expect(await ask('session.list')).not.toHaveProperty('data.sessions.0.pauseReason');
  });

  it('with session unbind, which leaves no tab bound', async () => {
    const { ask, session } = await after('session.unbind');
    expect(await ask('text', {}, { session })).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
  });

  it('with session close, which closes the tabs all the same', async () => {
    const { ask, session, link } = await paused();
    const closing = ask('session.close', {}, { session });
    link.answer(await link.next(), { closed: true });
    expect(await closing).toMatchObject({ data: { closedTabs: 1 } });
  });
});
