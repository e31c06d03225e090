import {
  type Connection,
  type ConnectionEvent,
  type Moment,
  nextTickAt,
  type Phase,
  SILENT_HOST_MS,
  type Step,
  WELCOME_DEADLINE_MS,
} from './connection-state.ts';
import { asked, beat, heard, ponged, restingHeartbeat } from './heartbeat.ts';
import { needsSetup, type PortFailure, portFailureOf } from './port-errors.ts';

/** A longer gap between our own timers means that the computer slept, not that the daemon died. */
const CLOCK_JUMP_MS = 30_000;
const REFUSED_RETRY_MS = 300_000;
/** A connection that lasted this long was good, so the next attempt comes at once. */
const STABLE_AFTER_MS = 10_000;
/** After a connection that was ready at all, the wait stays short. */
const MOST_ATTEMPTS_AFTER_READY = 2;
/** Alarms come on a grid of 30 s. One that is a moment early must not cost another turn. */
const ALARM_SLACK_MS = 1_000;

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
const SETUP_RETRY_MS = 60_000;

const RESTING = restingHeartbeat(0);

/** What an event changes in the connection, and what the link has to do now. */
export function step(connection: Connection, event: ConnectionEvent, moment: Moment): Step {
  const { now } = moment;
  switch (event.type) {
    case 'tick':
      return tick(connection, moment);
    case 'link':
      return heardFromLink(connection, event, now);
    case 'welcome':
      return stay({
        ...connection,
        phase: { name: 'ready', since: now, daemon: event.daemon },
        heartbeat: restingHeartbeat(now),
      });
    case 'refused':
      return stay({
        ...connection,
        phase: { name: 'refused', reason: event.reason, retryAt: now + REFUSED_RETRY_MS },
      });
    case 'pong':
      return stay({
        ...connection,
        heartbeat: ponged(connection.heartbeat, now),
        sessions: { all: event.sessions, paused: event.pausedSessions },
      });
    case 'heard':
      return stay({ ...connection, heartbeat: heard(connection.heartbeat) });
    case 'closed':
      return fail(connection, portFailureOf(event.message), event.message, moment);
    case 'asked':
      if (connection.phase.name === 'ready') {
        const heartbeat = asked(connection.heartbeat, now);
        return { connection: { ...connection, heartbeat }, effects: ['ping'] };
      }
      if (['idle', 'failed', 'refused'].includes(connection.phase.name)) return open(connection, now);
      return stay(connection);
    case 'reconnect':
      return open({ ...connection, attempts: 0 }, now);
  }
}

function stay(connection: Connection): Step {
  return { connection, effects: [] };
}

function holdsPort(phase: Phase): boolean {
  return phase.name !== 'idle' && phase.name !== 'failed';
}

function open(connection: Connection, now: number): Step {
  return {
    connection: {
      ...connection,
      phase: { name: 'connecting', since: now },
      hostVersion: null,
      lastTickAt: now,
      heartbeat: RESTING,
      sessions: null,
    },
    effects: holdsPort(connection.phase) ? ['close', 'open'] : ['open'],
  };
}

function heardFromLink(
  connection: Connection,
  event: Extract<ConnectionEvent, { type: 'link' }>,
  now: number,
): Step {
  const { state, hostVersion, reason } = event;
  if (state === 'attached') {
    return {
      connection: { ...connection, hostVersion, phase: { name: 'greeting', since: now } },
      effects: ['hello'],
    };
  }
  const phase: Phase = { name: 'daemon-down', state, ...(reason === undefined ? {} : { reason }) };
  return stay({ ...connection, hostVersion, phase, heartbeat: RESTING, sessions: null });
}

function fail(connection: Connection, failure: PortFailure, message: string, moment: Moment): Step {
  const { phase } = connection;
  const attempts = attemptsAfter(phase, connection.attempts, moment.now);
  const retryAt = moment.now + retryDelay(failure, attempts, moment.random);
  return stay({
    ...connection,
    phase: { name: 'failed', failure, message, retryAt },
    attempts: attempts + 1,
    heartbeat: RESTING,
    sessions: null,
  });
}

function attemptsAfter(phase: Phase, attempts: number, now: number): number {
  if (phase.name !== 'ready') return attempts;
  return now - phase.since >= STABLE_AFTER_MS ? 0 : Math.min(attempts, MOST_ATTEMPTS_AFTER_READY);
}

/** Jitter keeps the profiles of one browser from connecting at the same moment. */
function retryDelay(failure: PortFailure, attempts: number, random: number): number {
  if (needsSetup(failure)) return SETUP_RETRY_MS;
  const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 10));
  return backoff * (0.8 + 0.4 * random);
}

/** Our own `port.disconnect()` fires no `onDisconnect` here, so this step handles the failure itself. */
function giveUp(connection: Connection, message: string, moment: Moment): Step {
  const failed = fail(connection, 'silent', message, moment);
  return { connection: failed.connection, effects: ['close'] };
}

function tick(before: Connection, moment: Moment): Step {
  const { now } = moment;
  const jumped = now - before.lastTickAt > CLOCK_JUMP_MS || now < before.lastTickAt;
  const connection = { ...before, lastTickAt: now };
  const { phase } = connection;
  switch (phase.name) {
    case 'idle':
      return open(connection, now);
    case 'failed':
    case 'refused': {
      const slack = nextTickAt(connection) === null ? ALARM_SLACK_MS : 0;
      return now < before.lastTickAt || now >= phase.retryAt - slack
        ? open(connection, now)
        : stay(connection);
    }
    case 'connecting':
      if (jumped) return stay({ ...connection, phase: { ...phase, since: now } });
      return now - phase.since >= SILENT_HOST_MS
        ? giveUp(connection, 'The native host was started but said nothing for 30 seconds.', moment)
        : stay(connection);
    case 'greeting':
      if (jumped) return stay({ ...connection, phase: { ...phase, since: now } });
      return now - phase.since >= WELCOME_DEADLINE_MS
        ? giveUp(connection, 'The daemon did not answer the greeting within 10 seconds.', moment)
        : stay(connection);
    case 'ready':
      return keepAlive(connection, jumped, moment);
    default:
      return stay(connection);
  }
}

function keepAlive(connection: Connection, jumped: boolean, moment: Moment): Step {
  const { heartbeat, verdict } = beat(connection.heartbeat, jumped, moment.now);
  if (verdict === 'dead') return giveUp(connection, 'The daemon answered none of two pings.', moment);
  return { connection: { ...connection, heartbeat }, effects: verdict === 'ping' ? ['ping'] : [] };
}
