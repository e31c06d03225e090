import type { Phase } from './background/connection/connection-state.ts';

export type FromPopup =
  /** The first message of a popup. If a retry is waiting, it happens at once. */
  | { type: 'opened' }
  | { type: 'status' }
  | { type: 'reconnect' }
  /** The user has done what the paused sessions of this browser are waiting for. */
  | { type: 'done' }
  | { type: 'set-label'; label: string };

/** The state of the connection as the worker knows it, checked a moment before if possible. */
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
