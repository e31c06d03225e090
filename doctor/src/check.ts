import type { BrowserFacts } from './browsers/browser-facts.ts';
import type { Facts } from './facts.ts';

/** not-reached: another fault has to be fixed before this can be checked. */
export type CheckState = 'pass' | 'warn' | 'fail' | 'not-reached';

/** The repairs that `--fix` may do for a failed check. Everything else is left to a person. */
export type Repair =
  | { kind: 'install'; browser: string; userDataDir: string | null; extensionIds: readonly string[] }
  | { kind: 'chmod'; path: string; mode: number }
  | { kind: 'start-daemon' }
  | { kind: 'remove-file'; path: string };

/** The result of a check. */
export interface Verdict {
  state: CheckState;
  /** One sentence. */
  says: string;
  /** The examined things, and the findings. */
  evidence: string[];
  /** The message that Chrome shows for this fault. */
  chromeSays?: string;
  /** A command, or a step for a person. */
  fix?: string;
  repairs: Repair[];
}

/** A check of this computer. `earlier` holds the results of the checks before it. */
export interface Check {
  /** The name of its file. */
  name: string;
  run(facts: Facts, earlier: readonly CheckResult[]): Verdict | Promise<Verdict>;
}

/** A check that runs for each browser in which someone wants bproxy. */
export interface BrowserCheck {
  name: string;
  run(facts: Facts, browser: BrowserFacts): Verdict | Promise<Verdict>;
}

export interface CheckResult extends Verdict {
  name: string;
  /** The browser that the result is about. Null if it is about this computer. */
  browser: string | null;
}

export type VerdictDetails = Partial<Omit<Verdict, 'state' | 'says'>>;

const verdict =
  (state: CheckState) =>
  (says: string, details: VerdictDetails = {}): Verdict => ({
    state,
    says,
    evidence: [],
    repairs: [],
    ...details,
  });

export const pass = verdict('pass');
export const warn = verdict('warn');
export const fail = verdict('fail');
export const notReached = verdict('not-reached');
