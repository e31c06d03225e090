import type { LinkState } from '@bproxy/shared';
import { type Heartbeat, nextBeatAt, restingHeartbeat } from './heartbeat.ts';
import { needsSetup, type PortFailure } from './port-errors.ts';
import type { AlarmPlan } from './wake-alarms.ts';

/** The link talks as soon as it runs, so a host that is silent for this long hangs. */
export const SILENT_HOST_MS = 30_000;
export const WELCOME_DEADLINE_MS = 10_000;

export interface Daemon {
  version: string;
  protocol: number;
  home: string;
  client: string;
}

export type Phase =
  | { name: 'idle' }
  | { name: 'connecting'; since: number }
  | { name: 'greeting'; since: number }
  | { name: 'ready'; since: number; daemon: Daemon }
  | { name: 'daemon-down'; state: Exclude<LinkState, 'attached'>; reason?: string }
  | { name: 'refused'; reason: string; retryAt: number }
  | { name: 'failed'; failure: PortFailure; message: string; retryAt: number };

/** The connection to the daemon, as plain data. `connection-steps.ts` has how each event changes it. */
export interface Connection {
  phase: Phase;
  hostVersion: string | null;
  /** Failures since the last connection that lasted. */
  attempts: number;
  lastTickAt: number;
  heartbeat: Heartbeat;
  sessions: { all: number; paused: number } | null;
}

export type ConnectionEvent =
  | { type: 'tick' }
  | { type: 'link'; state: LinkState; hostVersion: string; reason?: string }
  | { type: 'welcome'; daemon: Daemon }
  | { type: 'refused'; reason: string }
  | { type: 'pong'; sessions: number; pausedSessions: number }
  /** Any other message from the daemon, which proves that it lives. */
  | { type: 'heard' }
  | { type: 'closed'; message: string }
  /** A person looks at the popup: prove the connection, or try at once. */
  | { type: 'asked' }
  | { type: 'reconnect' };

export type Effect = 'open' | 'close' | 'hello' | 'ping';

export interface Step {
  connection: Connection;
  effects: Effect[];
}

export interface Moment {
  now: number;
  /** 0 up to 1. */
  random: number;
}

export function newConnection(now: number): Connection {
  return {
    phase: { name: 'idle' },
    hostVersion: null,
    attempts: 0,
    lastTickAt: now,
    heartbeat: restingHeartbeat(0),
    sessions: null,
  };
}

/** When the connection needs its next tick, or null if the alarm is soon enough. */
export function nextTickAt({ phase, heartbeat }: Connection): number | null {
  switch (phase.name) {
    case 'connecting':
      return phase.since + SILENT_HOST_MS;
    case 'greeting':
      return phase.since + WELCOME_DEADLINE_MS;
    case 'ready':
      return nextBeatAt(heartbeat);
    case 'failed':
      return needsSetup(phase.failure) ? null : phase.retryAt;
    default:
      return null;
  }
}

/** An alarm restarts a dead worker: soon, unless only a person can fix the cause. */
export function alarmPlan({ phase }: Connection): AlarmPlan {
  return phase.name === 'failed' && needsSetup(phase.failure)
    ? { count: 1, minutes: 1 }
    : { count: 6, minutes: 0.5 };
}
