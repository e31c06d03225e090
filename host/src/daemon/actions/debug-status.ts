import { PROTOCOL_VERSION } from '@bproxy/shared';
import { describeBrowser } from '../state/browsers.ts';
import { describeSession, describeTabs } from '../state/sessions.ts';
import type { DaemonHandler } from './handler.ts';

export const debugStatus: DaemonHandler<'debug.status'> = (_params, { context }) => {
  const { facts, browsers, clock } = context;
  const sessions = context.sessions.all();
  return {
    daemon: {
      pid: facts.pid,
      port: facts.port(),
      uptimeSec: Math.floor((clock.now() - facts.startedAt) / 1000),
      version: facts.version,
      protocolVersion: PROTOCOL_VERSION,
      startedBy: facts.startedBy,
    },
    clients: browsers.connected().map(describeBrowser),
    refusedClients: browsers.refused(),
    sessions: sessions.map((session) => describeSession(session, (instance) => browsers.labelOf(instance))),
    sessionTabs: sessions.map((session) => ({ session: session.id, tabs: describeTabs(session) })),
    pausedSessions: sessions
      .filter((session) => session.paused)
      .map(({ id, pauseReason }) => ({
        session: id,
        ...(pauseReason === undefined ? {} : { reason: pauseReason }),
      })),
  };
};
