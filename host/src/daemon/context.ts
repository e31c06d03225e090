import type { PacingConfig, PacingMode } from '@bproxy/shared';
import type { Flights } from './pipeline/flights.ts';
import type { Digest } from './pipeline/once/kept-answers.ts';
import type { TabQueue } from './pipeline/tab-queue.ts';
import type { Browsers } from './state/browsers.ts';
import type { ElementHandles } from './state/element-handles.ts';
import type { Sessions } from './state/sessions.ts';
import type { StagedFiles } from './state/staged-files.ts';
import type { Traces } from './state/traces.ts';

export interface Log {
  (event: string, fields?: Record<string, unknown>): void;
  /** Payloads and similar details: built and written only at the debug level. */
  debug(event: string, fields: () => Record<string, unknown>): void;
  /** Events that should not happen. */
  warn(event: string, fields?: Record<string, unknown>): void;
}

export interface Clock {
  now(): number;
  /** Monotonic time, for durations. Use `now` for timestamps that other processes sent. */
  steady(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 (inclusive) to 1 (exclusive). */
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

/** Everything that the steps of a request work with. No step uses anything else. */
export interface PipelineContext {
  clock: Clock;
  log: Log;
  sessions: Sessions;
  browsers: Browsers;
  handles: ElementHandles;
  traces: Traces;
  queue: TabQueue;
  flights: Flights;
  staged: StagedFiles;
  folders: SessionFolders;
  digest: Digest;
  pacing: Record<PacingMode, PacingConfig>;
  /** Whether the owner allows the agent to choose the fast pace. */
  allowFast: boolean;
  /** The owner's default browser, if configured. */
  defaultBrowser: string | undefined;
  /** Whether the owner allows actions in background tabs. */
  hiddenTabs: 'refuse' | 'allow';
  facts: DaemonFacts;
}
