import { PING_INTERVAL_MS } from '@bproxy/shared';

const PONG_DEADLINE_MS = 10_000;
const MISSES_ALLOWED = 2;
const REARM_MS = 1_000;

/** Chrome reports a host that ended, but not one that hangs or whose daemon does not answer. */
export interface Heartbeat {
  pingAt: number;
  /** When the unanswered ping was sent. */
  askedAt: number | null;
  misses: number;
  lastPongAt: number | null;
}

interface Beat {
  heartbeat: Heartbeat;
  verdict: 'wait' | 'ping' | 'dead';
}

export function restingHeartbeat(pingAt: number): Heartbeat {
  return { pingAt, askedAt: null, misses: 0, lastPongAt: null };
}

export function asked(heartbeat: Heartbeat, now: number): Heartbeat {
  return { ...heartbeat, askedAt: heartbeat.askedAt ?? now, pingAt: now + PING_INTERVAL_MS };
}

export function heard(heartbeat: Heartbeat): Heartbeat {
  return { ...heartbeat, askedAt: null, misses: 0 };
}

export function ponged(heartbeat: Heartbeat, now: number): Heartbeat {
  return { ...heard(heartbeat), lastPongAt: now };
}

export function nextBeatAt({ askedAt, pingAt }: Heartbeat): number {
  return askedAt === null ? pingAt : askedAt + PONG_DEADLINE_MS;
}

/** After a jump of the clock the pong may still wait in a pipe that slept too. So only the timer restarts. */
export function beat(heartbeat: Heartbeat, jumped: boolean, now: number): Beat {
  if (jumped) return { heartbeat: { ...heard(heartbeat), pingAt: now + REARM_MS }, verdict: 'wait' };
  if (now < nextBeatAt(heartbeat)) return { heartbeat, verdict: 'wait' };
  if (heartbeat.askedAt === null) return { heartbeat: asked(heartbeat, now), verdict: 'ping' };
  const misses = heartbeat.misses + 1;
  if (misses >= MISSES_ALLOWED) return { heartbeat, verdict: 'dead' };
  return { heartbeat: asked({ ...heartbeat, askedAt: null, misses }, now), verdict: 'ping' };
}
