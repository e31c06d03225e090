import { isRecord, messageOf } from '@bproxy/shared';
import type { Installation } from '../installation.ts';
import { textOf } from './look.ts';

export interface ConnectedBrowser {
  id: string;
  label: string;
  browser: string;
  extensionVersion: string;
  lastSeenAt: number;
}

export interface DaemonStatus {
  pid: number;
  version: string;
  startedBy: string;
  clients: ConnectedBrowser[];
  /** The daemon's own reasons for refusing extensions. */
  refusals: string[];
}

/** Facts from the process table and from the daemon itself. */
export interface DaemonFinding {
  running: { pid: number; port: number } | undefined;
  status: DaemonStatus | undefined;
  /** Why a running daemon gave no status. */
  problem: string;
}

export async function findDaemon(installation: Installation): Promise<DaemonFinding> {
  const none: DaemonFinding = { running: undefined, status: undefined, problem: '' };
  const printed = await installation.runHost('status').catch((): Record<string, unknown> => ({}));
  const { pid, port } = printed;
  if (printed['running'] !== true || typeof pid !== 'number' || typeof port !== 'number') return none;
  const running = { pid, port };
  try {
    const answer = await installation.ask('debug.status', {});
    if (!answer.ok) return { ...none, running, problem: `The daemon answers ${answer.error.code}.` };
    return { running, status: readStatus(answer.data), problem: '' };
  } catch (error) {
    return { ...none, running, problem: messageOf(error) };
  }
}

export function readStatus(data: Record<string, unknown>): DaemonStatus {
  const daemon = isRecord(data['daemon']) ? data['daemon'] : {};
  return {
    pid: numberOf(daemon['pid']),
    version: textOf(daemon['version']),
    startedBy: textOf(daemon['startedBy']),
    clients: recordsOf(data['clients']).map((client) => ({
      id: textOf(client['id']),
      label: textOf(client['label']),
      browser: textOf(client['browser']),
      extensionVersion: textOf(client['extensionVersion']),
      lastSeenAt: numberOf(client['lastSeenAt']),
    })),
    refusals: recordsOf(data['refusedClients']).map((client) => textOf(client['reason'])),
  };
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
