import { expect, test } from 'vitest';
import { NavigationEvents } from '../navigation/navigation-events.ts';
import { SessionDownloads } from './session-downloads.ts';

const SITE = 'https://shop.example';

function world(isAllowed = true) {
  let now = 1_000_000;
  const items: Array<Parameters<typeof item>[0]> = [];
  const item = (given: {
    url: string;
    referrer?: string;
    danger?: 'safe' | 'file';
    state?: 'in_progress';
    at?: number;
  }) => ({
    url: given.url,
    finalUrl: given.url,
    referrer: given.referrer ?? '',
    filename: '/downloads/file',
    bytesReceived: 5,
    state: given.state ?? ('complete' as const),
    danger: given.danger ?? ('safe' as const),
    mime: 'text/csv',
    startTime: new Date(given.at ?? now).toISOString(),
  });
  const downloads = new SessionDownloads({
    now: () => now,
    isAllowed: async () => isAllowed,
    search: async () => items.map(item),
    addressOf: async () => `${SITE}/reports`,
  });
  const events = new NavigationEvents();
  downloads.follow(events);
  return {
    downloads,
    events,
    pass: (ms: number) => {
      now += ms;
    },
    /** Chrome begins a download now. */
    begin: (given: Parameters<typeof item>[0]) => items.push({ at: now, ...given }),
    act: async (session = 'one', tabId = 1) => {
      const ended = downloads.begins({ session, tabId });
      await Promise.resolve();
      ended();
    },
  };
}

test('a download belongs for sure to the act whose tab was about to load it', async () => {
  const { downloads, events, act, begin } = world();
  await act();
  events.publish(1, { type: 'begun', url: 'https://files.example/a.csv' });
  begin({ url: 'https://files.example/a.csv' });
  expect(await downloads.list('one')).toMatchObject([
    { attribution: 'sure', path: '/downloads/file', bytes: 5 },
  ]);
  expect(await downloads.list('two')).toEqual([]);
});

test.each([
  ['by its referrer', { url: 'https://files.example/a', referrer: `${SITE}/reports` }, ['likely']],
  ['by its address', { url: `${SITE}/a` }, ['likely']],
  ['by the address of its blob', { url: `blob:${SITE}/0b1f` }, ['likely']],
  [
    'neither by referrer nor by address',
    { url: 'https://files.example/a', referrer: 'https://mail.example/' },
    [],
  ],
  ['by no address at all', { url: 'data:text/plain,a' }, []],
])('a download fits the site of the tab %s', async (_how, item, expected) => {
  const { downloads, act, begin } = world();
  await act();
  begin(item);
  expect((await downloads.list('one')).map(({ attribution }) => attribution)).toEqual(expected);
});

test('a download that begins ten seconds after the last act, or before the first, is not shown', async () => {
  const { downloads, act, begin, pass, events } = world();
  begin({ url: `${SITE}/before` });
  pass(1_000);
  await act();
  pass(10_001);
  begin({ url: `${SITE}/late` });
  expect(await downloads.list('one')).toEqual([]);
  pass(1);
  // A navigation of the page itself counts, too.
  events.publish(1, { type: 'begun', url: `${SITE}/later` });
  begin({ url: `${SITE}/later` });
  expect(await downloads.list('one')).toMatchObject([{ attribution: 'sure' }]);
});

test('a wait sees the downloads of the last act, and throws for one that Chrome holds back', async () => {
  const { downloads, act, begin, pass } = world();
  await act();
  begin({ url: `${SITE}/first` });
  pass(1_000);
  await act();
  expect(await downloads.ofLastAct('one')).toEqual([]);
  begin({ url: `${SITE}/second` });
  expect(await downloads.ofLastAct('one')).toHaveLength(1);
  begin({ url: `${SITE}/risky`, danger: 'file', state: 'in_progress' });
  await expect(downloads.ofLastAct('one')).rejects.toMatchObject({ error: { code: 'HUMAN_REQUIRED' } });
});

test('nothing is listed without the permission', async () => {
  const { downloads, act } = world(false);
  await act();
  await expect(downloads.list('one')).rejects.toMatchObject({ error: { code: 'PERMISSION_NEEDED' } });
});
