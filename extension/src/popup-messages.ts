import type { Phase } from './background/connection/connection-state.ts';

export type FromPopup =
  /** The first question of a popup: worth an attempt at once where a retry is waiting. */
  | { type: 'opened' }
  | { type: 'status' }
  | { type: 'reconnect' }
  /** The user has done what the paused sessions of this browser waited for. */
  | { type: 'done' }
  | { type: 'set-label'; label: string };

/** What the worker knows of the connection, proven the moment before where that is possible. */
export interface ConnectionStatus {
  phase: Phase;
  now: number;
  lastPongAt: number | null;
  sessions: { all: number; paused: number } | null;
  hostVersion: string | null;
  extensionVersion: string;
  extensionId: string;
  hostName: string;
  label: string;
}

export function isFromPopup(value: unknown): value is FromPopup {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'set-label') return 'label' in value && typeof value.label === 'string';
  return ['opened', 'status', 'reconnect', 'done'].some((type) => value.type === type);
}
