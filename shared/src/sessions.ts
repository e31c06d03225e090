declare const sessionIdBrand: unique symbol;
declare const tabHandleBrand: unique symbol;

/** Six characters of a-z and 2-7, for example "m4q7z2". */
export type SessionId = string & { readonly [sessionIdBrand]: 'SessionId' };

/** A tab's name within its session, for example "t1". Raw Chrome tab ids never reach a caller. */
export type TabHandle = `t${number}` & { readonly [tabHandleBrand]: 'TabHandle' };

export const SESSION_ID_PATTERN = /^[a-z2-7]{6}$/;
export const TAB_HANDLE_PATTERN = /^t[1-9]\d*$/;

export function isSessionId(text: string): text is SessionId {
  return SESSION_ID_PATTERN.test(text);
}

export function isTabHandle(text: string): text is TabHandle {
  return TAB_HANDLE_PATTERN.test(text);
}

export type PacingMode = 'human' | 'fast';

export type PacingCategory = 'navigate' | 'scroll' | 'interaction' | 'fill' | 'keystroke';

/** Milliseconds between two actions of one category; of `keystroke`, between two keys of one action. */
export interface PacingRange {
  min: number;
  max: number;
}

export type PacingConfig = Record<PacingCategory, PacingRange>;

export const PACING_PRESETS = {
  human: {
    navigate: { min: 1500, max: 4000 },
    scroll: { min: 4000, max: 8000 },
    interaction: { min: 500, max: 2000 },
    fill: { min: 500, max: 2000 },
    keystroke: { min: 30, max: 120 },
  },
  fast: {
    navigate: { min: 300, max: 800 },
    scroll: { min: 500, max: 1500 },
    interaction: { min: 100, max: 400 },
    fill: { min: 100, max: 400 },
    keystroke: { min: 5, max: 20 },
  },
} as const satisfies Record<PacingMode, PacingConfig>;

export interface SessionInfo {
  id: SessionId;
  label?: string;
  /** The bound tab, or null. */
  tab: TabHandle | null;
  pacing: PacingMode;
  paused: boolean;
  pauseReason?: string;
  /** Label of the browser that the session works in, once it has one. */
  browser?: string;
}

export interface TabInfo {
  tab: TabHandle;
  url: string;
  title: string;
  /** True for the session's current tab. */
  bound: boolean;
  /** The user lent it. It is given back and never closed. */
  borrowed?: true;
  /** The user lent it for reading only. */
  readOnly?: true;
}
