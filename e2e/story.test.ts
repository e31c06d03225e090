import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const none = { min: 0, max: 0 };
const world = new World({
  browserGraceMs: 1_500,
  logLevel: 'debug',
  pacing: { human: { navigate: none, scroll: none, interaction: none, fill: { min: 5_000, max: 6_000 } } },
});
let pages: Pages;

beforeAll(async () => {
  pages = await world.serve({ '/': html('Form', '<label>Name <input id="name"></label>') });
  await world.startBrowser();
  await world.connected();
});

afterAll(() => world.close());

describe('the log', () => {
  it('has every step of a request under its id, from the daemon and the extension', async () => {
    const opened = await world.ok('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const { session } = opened.data;
    const secret = 'hunter2-and-more';
    const words = ['--value', secret, '--method', 'paste', '--world', 'isolated', '-s', session];
    const first = await world.ok('elements', 'elements', '-s', session);
    const handle = first.data.elements[0]?.handle ?? '';
    await world.ok('fill', 'fill', '--selector', '#name', ...words);
    const { id } = await world.ok('fill', 'fill', '--element', handle, ...words);
    await world.ok('snapshot', 'snapshot', '-s', session);

    const client = (await world.status()).clients[0]?.id;
    expect(world.log().filter((line) => line['id'] === id)).toMatchObject([
      { level: 'info', event: 'received', action: 'fill', session, destructive: true },
      { level: 'debug', event: 'request', params: { value: `[${secret.length} characters]` } },
      { event: 'handle_resolve', handle, session, tab: 't1', outcome: 'found' },
      { event: 'pacing_wait', delay_ms: expect.any(Number) },
      { event: 'handle_resolve', handle, session, tab: 't1', outcome: 'found' },
      { event: 'forwarded', client, tab: 't1' },
      { level: 'debug', event: 'answer' },
      { event: 'response', session, ok: true, elapsed_ms: expect.any(Number) },
    ]);
    expect(JSON.stringify(world.log())).not.toContain(secret);

    expect(await world.data('debug.log', 'debug', 'log', '--id', id)).toEqual({
      entries: [
        {
          id,
          action: 'fill',
          tab: 't1',
          timestamp: expect.any(Number),
          elapsed: expect.any(Number),
          result: 'ok',
          replay: false,
          extensionVersion: expect.any(String),
        },
      ],
    });

    const { requests } = await world.data('debug.last', 'debug', 'last', '--count', '200');
    expect(requests.find((trace) => trace.id === id)).toEqual({
      id,
      action: 'fill',
      session,
      receivedAt: expect.any(Number),
      elapsedMs: expect.any(Number),
      ok: true,
    });
    expect(requests.find((trace) => trace.id === opened.id)).toMatchObject({ action: 'tab.open', session });
  });

  it('has each tab of a session that closes', async () => {
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'), '-s', session);
    const { id } = await world.ok('session.close', 'session', 'close', '-s', session);
    const story = world.log().filter((line) => String(line['id']).startsWith(id));
    expect(story.map(({ event, tab }) => [event, tab])).toEqual([
      ['received', undefined],
      ['request', undefined],
      ['forwarded', 't1'],
      ['forwarded', 't2'],
      ['answer', undefined],
      ['response', undefined],
    ]);
  });
});

describe('status', () => {
  it('has every field of the specification', async () => {
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    await world.error('require-human', '--reason', 'Please look', '-s', session);
    const browser = (await world.status()).clients[0]?.label;
    expect(await world.status()).toEqual({
      daemon: {
        pid: expect.any(Number),
        port: expect.any(Number),
        uptimeSec: expect.any(Number),
        version: expect.any(String),
        protocolVersion: 1,
        startedBy: 'browser',
      },
      clients: [
        {
          id: expect.any(String),
          label: browser,
          browser: expect.any(String),
          connectedAt: expect.any(Number),
          lastSeenAt: expect.any(Number),
          protocolVersion: 1,
          extensionVersion: expect.any(String),
        },
      ],
      refusedClients: [],
      sessions: expect.arrayContaining([
        { id: session, tab: 't1', pacing: 'human', paused: true, pauseReason: 'Please look', browser },
      ]),
      sessionTabs: expect.arrayContaining([
        { session, tabs: [{ tab: 't1', url: pages.url('/'), title: 'Form', bound: true }] },
      ]),
      pausedSessions: [{ session, reason: 'Please look' }],
    });
  });
});
