/** not-reached: an earlier rung has to be mended before this one can be looked at. */
export type RungState = 'pass' | 'warn' | 'fail' | 'not-reached';

/** What `--fix` may do about a rung. Anything else is left to a person. */
export type Repair =
  | { kind: 'install'; browser: string; userDataDir: string | null; extensionIds: readonly string[] }
  | { kind: 'chmod'; path: string; mode: number }
  | { kind: 'start-daemon' }
  | { kind: 'remove-file'; path: string };

export interface Rung {
  name: string;
  /** The browser that it is about; null if it is about this computer. */
  browser: string | null;
  state: RungState;
  /** One sentence. */
  says: string;
  /** What was looked at, and what was found there. */
  evidence: string[];
  /** The words of Chrome that this fault shows up as. */
  chromeSays?: string;
  /** A command, or what a person has to do. */
  fix?: string;
  repairs: Repair[];
}

export type RungDetails = Partial<Omit<Rung, 'state' | 'says' | 'name'>>;

/** The four ways in which a rung ends; each judge makes its own set by its name. */
export function rungs(name: string, browser: string | null = null) {
  const make =
    (state: RungState) =>
    (says: string, details: RungDetails = {}): Rung => ({
      name,
      browser,
      state,
      says,
      evidence: [],
      repairs: [],
      ...details,
    });
  return {
    pass: make('pass'),
    warn: make('warn'),
    fail: make('fail'),
    notReached: make('not-reached'),
  };
}

/** What Chrome reports for nearly every fault of a connection; it carries no code. */
export const CHROME_TEXTS = {
  notFound: 'Specified native messaging host not found.',
  forbidden: 'Access to the specified native messaging host is forbidden.',
  exited: 'Native host has exited.',
  communication: 'Error when communicating with the native messaging host.',
  policy: 'Access to the native messaging host was disabled by the system administrator.',
} as const;
