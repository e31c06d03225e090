import type { Machine } from '@bproxy/installers';
import type { Action } from '@bproxy/shared';

/** An answer of the daemon. A failed transport throws an exception with a sentence as its message. */
export type Answer =
  | { ok: true; data: Record<string, unknown> }
  | { ok: false; error: { code: string; [field: string]: unknown } };

/** The installation to check, and the functions to query its parts. */
export interface Installation {
  home: string;
  /** Whether the printed commands have to name the home. */
  namesHome: boolean;
  /** Whether it is installed for every user. The printed commands then use `--system`. */
  isSystem?: boolean;
  machine: Machine;
  cliVersion: string;
  /** The host program that the command line would start. Null with the reason if there is none. */
  hostBinary: { path: string } | { path: null; reason: string };
  /** Data folders of browsers that are not in their usual place. */
  userDataDirs: readonly string[];
  /** The folder of the extension to load. Undefined if it has not been built. */
  extensionFolder: string | undefined;
  /** Whether profiles may be shown with the names that a person gave them. */
  namesProfiles: boolean;
  /** Whether the doctor may open a tab to read a page. */
  mayOpenPage: boolean;
  now(): number;
  newId(): string;
  /** Returns the output of a system program. Undefined if it fails. */
  output(program: string, ...words: string[]): Promise<string | undefined>;
  /** Runs one command of the host program and returns its output. */
  runHost(...words: string[]): Promise<Record<string, unknown>>;
  ask(action: Action, params: object, session?: string): Promise<Answer>;
}
