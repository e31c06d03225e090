import { describe, expect, test } from 'vitest';
import {
  alarmPlan,
  type Connection,
  type ConnectionEvent,
  type Effect,
  newConnection,
  nextTickAt,
} from './connection-state.ts';
import { step } from './connection-steps.ts';

const DAEMON = { version: '1.0.0', protocol: 1, home: '/h', client: 'c' };
const ATTACHED = { type: 'link', state: 'attached', hostVersion: '1.0.0' } as const;
const NOT_FOUND = 'Specified native messaging host not found.';

class Clock {
  now = 1_000_000;
  connection: Connection = newConnection(this.now);
  effects: Effect[] = [];

  feed(event: ConnectionEvent, random = 0.5): Effect[] {
    const done = step(this.connection, event, { now: this.now, random });
    this.connection = done.connection;
    this.effects.push(...done.effects);
    return done.effects;
  }

  /** Lets time pass, with the ticks that the machine asks for. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (let at = nextTickAt(this.connection); at !== null && at <= end; at = nextTickAt(this.connection)) {
      this.now = Math.max(this.now, at);
      this.feed({ type: 'tick' });
    }
    this.now = end;
  }

  ready(): this {
    this.feed({ type: 'tick' });
    this.feed(ATTACHED);
    this.feed({ type: 'welcome', daemon: DAEMON });
    return this;
  }

  get phase(): string {
    return this.connection.phase.name;
  }
}

describe('the way to ready', () => {
  test('the first tick opens the only port, later ones do not', () => {
    const clock = new Clock();
    expect(clock.feed({ type: 'tick' })).toEqual(['open']);
    expect(clock.feed({ type: 'tick' })).toEqual([]);
    expect(clock.phase).toBe('connecting');
  });

  test('hello is sent on every "attached", and only then', () => {
    const clock = new Clock();
    clock.feed({ type: 'tick' });
    expect(clock.feed(ATTACHED)).toEqual(['hello']);
    clock.feed({ type: 'welcome', daemon: DAEMON });
    expect(clock.phase).toBe('ready');
    expect(clock.feed({ type: 'link', state: 'starting', hostVersion: '1' })).toEqual([]);
    expect(clock.connection.phase).toEqual({ name: 'daemon-down', state: 'starting' });
    expect(clock.feed(ATTACHED)).toEqual(['hello']);
    expect(clock.phase).toBe('greeting');
  });

  test('a stopped or failed daemon leaves the port open for as long as it takes', () => {
    const clock = new Clock().ready();
    clock.feed({ type: 'link', state: 'stopped', hostVersion: '1' });
    expect(nextTickAt(clock.connection)).toBeNull();
    for (let turn = 0; turn < 100; turn++) {
      clock.now += 30_000;
      expect(clock.feed({ type: 'tick' })).toEqual([]);
    }
    clock.feed({ type: 'link', state: 'failed', hostVersion: '1', reason: 'it crashed' });
    expect(clock.connection.phase).toEqual({ name: 'daemon-down', state: 'failed', reason: 'it crashed' });
  });

  test('a refusal keeps its text, and the port is opened again after five minutes', () => {
    const clock = new Clock().ready();
    clock.feed({ type: 'refused', reason: 'too old' });
    clock.now += 290_000;
    expect(clock.feed({ type: 'tick' })).toEqual([]);
    clock.now += 10_000;
    expect(clock.feed({ type: 'tick' })).toEqual(['close', 'open']);
  });

  test('a silent host and a daemon that sends no welcome are given up', () => {
    const silent = new Clock();
    silent.feed({ type: 'tick' });
    silent.pass(30_000);
    expect(silent.connection.phase).toMatchObject({ name: 'failed', failure: 'silent' });
    expect(silent.effects).toEqual(['open', 'close']);
    const rude = new Clock();
    rude.feed({ type: 'tick' });
    rude.feed(ATTACHED);
    rude.pass(10_000);
    expect(rude.connection.phase).toMatchObject({ name: 'failed', failure: 'silent' });
  });
});

describe('retries', () => {
  test('double from half a second to half a minute, with jitter', () => {
    const clock = new Clock();
    clock.feed({ type: 'tick' });
    const delays: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      clock.feed({ type: 'closed', message: 'Native host has exited.' });
      const at = nextTickAt(clock.connection) ?? 0;
      delays.push(at - clock.now);
      clock.now = at;
      expect(clock.feed({ type: 'tick' })).toEqual(['open']);
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    clock.feed({ type: 'closed', message: 'Native host has exited.' }, 0);
    expect((nextTickAt(clock.connection) ?? 0) - clock.now).toBe(24_000);
  });

  test.each([
    [9_999, 1000],
    [10_000, 500],
  ])('after %i ms of readiness the next delay is %i ms', (lasted, delay) => {
    const clock = new Clock();
    clock.feed({ type: 'tick' });
    clock.feed({ type: 'closed', message: 'Native host has exited.' });
    clock.now += 1000;
    clock.ready();
    clock.now += lasted;
    clock.feed({ type: 'closed', message: 'Native host has exited.' });
    expect((nextTickAt(clock.connection) ?? 0) - clock.now).toBe(delay);
  });

  test('wait at most two seconds for a connection that was ready, however briefly', () => {
    const clock = new Clock();
    for (let turn = 0; turn < 9; turn++) {
      clock.ready();
      clock.feed({ type: 'closed', message: 'Native host has exited.' });
      const at = nextTickAt(clock.connection) ?? 0;
      expect(at - clock.now).toBeLessThanOrEqual(2_000);
      clock.now = at;
    }
  });

  test('come only from the alarm, once a minute, for an error that needs a person', () => {
    const clock = new Clock();
    clock.feed({ type: 'tick' });
    clock.feed({ type: 'closed', message: NOT_FOUND });
    expect(clock.connection.phase).toMatchObject({ failure: 'not-found', message: NOT_FOUND });
    expect(nextTickAt(clock.connection)).toBeNull();
    expect(alarmPlan(clock.connection)).toEqual({ count: 1, minutes: 1 });
    clock.now += 30_100;
    expect(clock.feed({ type: 'tick' })).toEqual([]);
    clock.now += 29_800;
    expect(clock.feed({ type: 'tick' })).toEqual(['open']);
  });

  test('are not held up by a clock that was set back', () => {
    const clock = new Clock();
    clock.feed({ type: 'tick' });
    clock.feed({ type: 'closed', message: NOT_FOUND });
    clock.now -= 3_600_000;
    expect(clock.feed({ type: 'tick' })).toEqual(['open']);
  });

  test('happen at once when a person looks at the popup', () => {
    const clock = new Clock();
    clock.feed({ type: 'tick' });
    expect(clock.feed({ type: 'asked' })).toEqual([]);
    clock.feed({ type: 'closed', message: NOT_FOUND });
    expect(clock.feed({ type: 'asked' })).toEqual(['open']);
    clock.feed(ATTACHED);
    clock.feed({ type: 'welcome', daemon: DAEMON });
    expect(clock.feed({ type: 'asked' })).toEqual(['ping']);
    expect(clock.feed({ type: 'reconnect' })).toEqual(['close', 'open']);
  });
});

describe('the heartbeat', () => {
  test('pings at once and then every 20 s', () => {
    const clock = new Clock().ready();
    const pings: number[] = [];
    const start = clock.now;
    for (let turn = 0; turn < 3; turn++) {
      clock.now = nextTickAt(clock.connection) ?? 0;
      expect(clock.feed({ type: 'tick' })).toEqual(['ping']);
      pings.push(clock.now - start);
      clock.now += 5;
      clock.feed({ type: 'pong', sessions: 2, pausedSessions: 1 });
    }
    expect(pings).toEqual([0, 20_000, 40_000]);
    expect(clock.connection.sessions).toEqual({ all: 2, paused: 1 });
    expect(clock.connection.heartbeat.lastPongAt).toBe(clock.now);
  });

  test('asks again after one missed pong, and ends the connection after two', () => {
    const clock = new Clock().ready();
    clock.effects = [];
    clock.pass(10_000);
    expect(clock.effects).toEqual(['ping', 'ping']);
    expect(clock.phase).toBe('ready');
    clock.pass(10_000);
    expect(clock.effects).toEqual(['ping', 'ping', 'close']);
    expect(clock.connection.phase).toMatchObject({ name: 'failed', failure: 'silent' });
    expect(clock.connection.sessions).toBeNull();
  });

  test('takes any message from the daemon as a sign of life', () => {
    const clock = new Clock().ready();
    clock.pass(9_000);
    clock.feed({ type: 'heard' });
    clock.effects = [];
    clock.pass(8_000);
    expect(clock.effects).toEqual([]);
  });

  test('does not mistake a computer that slept for a dead daemon', () => {
    const clock = new Clock().ready();
    clock.pass(0);
    clock.now += 8 * 3_600_000;
    expect(clock.feed({ type: 'tick' })).toEqual([]);
    expect(clock.phase).toBe('ready');
    expect((nextTickAt(clock.connection) ?? 0) - clock.now).toBe(1000);
    clock.pass(21_000);
    expect(clock.connection.phase).toMatchObject({ name: 'failed', failure: 'silent' });
  });

  test.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
    ['far back', -10 * 365 * 86_400_000],
  ])('a clock that is set %s while a pong is due costs one ping, not the connection', (_name, jump) => {
    const clock = new Clock().ready();
    clock.pass(0);
    clock.now += jump;
    clock.effects = [];
    expect(clock.feed({ type: 'tick' })).toEqual([]);
    clock.pass(1_000);
    expect(clock.effects).toEqual(['ping']);
    clock.feed({ type: 'pong', sessions: 0, pausedSessions: 0 });
    clock.pass(19_000);
    expect(clock.phase).toBe('ready');
  });

  test('does not end a connection that answers while the clock jumps back and forth', () => {
    const clock = new Clock().ready();
    for (let turn = 0; turn < 200; turn++) {
      clock.now += turn % 2 === 0 ? 7_200_000 : -7_200_000;
      clock.feed({ type: 'tick' });
      clock.pass(1_500);
      clock.feed({ type: 'pong', sessions: 0, pausedSessions: 0 });
    }
    expect(clock.phase).toBe('ready');
    expect(clock.effects).not.toContain('close');
  });

  test('replaces a host that died during an hour of sleep at once', () => {
    const clock = new Clock().ready();
    clock.now += 3_600_000;
    clock.effects = [];
    clock.feed({ type: 'closed', message: 'Native host has exited.' });
    clock.feed({ type: 'tick' });
    clock.pass(600);
    expect(clock.effects).toEqual(['open']);
  });

  test('restarts the wait after a clock jump while connecting', () => {
    const clock = new Clock();
    clock.feed({ type: 'tick' });
    clock.now += 100_000;
    expect(clock.feed({ type: 'tick' })).toEqual([]);
    expect(clock.phase).toBe('connecting');
  });
});
