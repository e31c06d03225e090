import { isSessionId, type SessionId, type SessionView } from '@bproxy/shared';
import { beforeEach, expect, test } from 'vitest';
import { fakeStore } from '../../testing/fake-chrome.ts';
import { SessionBoard } from './session-board.ts';

const MAIL = id('mailaa');
const SHOP = id('shopaa');

function id(text: string): SessionId {
  if (!isSessionId(text)) throw new Error(`${text} is no session id`);
  return text;
}

function view(session: SessionId, change: Partial<SessionView> = {}): SessionView {
  return { session, title: session, paused: false, tabIds: [], ...change };
}

let now: number;
let timers: Array<{ at: number; work: () => void }>;
let store: ReturnType<typeof fakeStore>;
let board: SessionBoard;
let changes: number;

function pass(ms: number): void {
  now += ms;
  for (const { work } of timers.splice(0).filter((timer) => timer.at <= now || void timers.push(timer)))
    work();
}

function makeBoard(): SessionBoard {
  return new SessionBoard(store, {
    now: () => now,
    later: (work, ms) => void timers.push({ at: now + ms, work }),
  });
}

beforeEach(() => {
  [now, timers, store, changes] = [1_000_000, [], fakeStore(), 0];
  board = makeBoard();
  board.setOnline(true);
  board.watch(() => {
    changes += 1;
  });
});

test('a session is working while a request of it runs, and for three seconds after', async () => {
  let end = () => {};
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  expect(board.stateOf(view(MAIL))).toBe('idle');
  const running = board.during(MAIL, () => work);
  pass(60_000);
  expect(board.stateOf(view(MAIL))).toBe('working');
  expect(board.stateOf(view(SHOP))).toBe('idle');
  end();
  await running;
  pass(2_900);
  expect(board.stateOf(view(MAIL))).toBe('working');
  pass(100);
  expect(board.stateOf(view(MAIL))).toBe('idle');
  expect(changes).toBe(2);
});

test('a request that fails counts like any other, and its error passes through', async () => {
  await expect(board.during(MAIL, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(board.stateOf(view(MAIL))).toBe('working');
});

test('a burst of requests is one change', async () => {
  for (let count = 0; count < 10; count += 1) await board.during(MAIL, async () => pass(100));
  expect(changes).toBe(1);
});

test("the daemon's own requests belong to no session", async () => {
  expect(await board.during('', async () => 'done')).toBe('done');
  expect(changes).toBe(0);
});

test('a paused session waits for the user, even while a request of it ends', async () => {
  await board.during(MAIL, async () => undefined);
  expect(board.stateOf(view(MAIL, { paused: true }))).toBe('waiting');
});

test('a session is stopped when the daemon has been gone for three seconds, not during a reconnection', () => {
  board.setOnline(false);
  pass(2_900);
  expect(board.stateOf(view(MAIL))).toBe('idle');
  pass(100);
  expect(board.stateOf(view(MAIL, { paused: true }))).toBe('stopped');
  expect(changes).toBe(1);
  board.setOnline(true);
  expect(board.stateOf(view(MAIL))).toBe('idle');
});

test('a worker that restarts while the daemon is away still knows the sessions', async () => {
  expect(await board.sessions()).toBeNull();
  board.set([view(MAIL, { tabIds: [7] })]);
  await Promise.resolve();
  const after = makeBoard();
  expect(await after.sessions()).toEqual([view(MAIL, { tabIds: [7] })]);
  expect(await after.sessionOf(7)).toMatchObject({ session: MAIL });
  expect(await after.sessionOf(8)).toBeUndefined();
});
