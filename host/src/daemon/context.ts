import type { PacingConfig, PacingMode } from '@bproxy/shared';
import type { Flights } from './pipeline/flights.ts';
import type { Digest } from './pipeline/kept-answers.ts';
import type { TabQueue } from './pipeline/tab-queue.ts';
import type { Browsers } from './state/browsers.ts';
import type { ElementHandles } from './state/element-handles.ts';
import type { Sessions } from './state/sessions.ts';
import type { Traces } from './state/traces.ts';

export interface Log {
  (event: string, fields?: Record<string, unknown>): void;
  /** Payloads and the like: made and written only at the debug level. */
  debug(event: string, fields: () => Record<string, unknown>): void;
  /** What should not happen. */
  warn(event: string, fields?: Record<string, unknown>): void;
}

export interface Clock {
  now(): number;
  /** The time by a clock that nobody sets: for what lasts, where `now` is for what others told. */
  steady(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}

/** The private folder of each session. */
export interface SessionFolders {
  create(session: string): string;
  remove(session: string): void;
}

export interface DaemonFacts {
  pid: number;
  port(): number;
  version: string;
  startedAt: number;
  startedBy: 'service' | 'browser';
}

/** All that the steps of a request work with. No step reaches for anything else. */
export interface PipelineContext {
  clock: Clock;
  log: Log;
  sessions: Sessions;
  browsers: Browsers;
  handles: ElementHandles;
  traces: Traces;
  queue: TabQueue;
  flights: Flights;
  folders: SessionFolders;
  digest: Digest;
  pacing: Record<PacingMode, PacingConfig>;
  /** Whether the owner lets the agent choose the fast pace. */
  allowFast: boolean;
  /** The owner's choice of browser, if there is one. */
  defaultBrowser: string | undefined;
  /** Whether the owner lets actions run in tabs that nobody sees. */
  hiddenTabs: 'refuse' | 'allow';
  facts: DaemonFacts;
}
