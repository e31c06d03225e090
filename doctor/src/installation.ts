import type { Machine } from '@bproxy/installers';
import type { Action } from '@bproxy/shared';

/** What a daemon answers; a transport that fails is an exception whose message is a sentence. */
export type Answer =
  | { ok: true; data: Record<string, unknown> }
  | { ok: false; error: { code: string; [field: string]: unknown } };

/** The installation to check, and the ways to ask its parts. */
export interface Installation {
  home: string;
  /** Whether the printed commands have to name the home. */
  namesHome: boolean;
  /** Whether it is installed for every user: then the printed commands use `--system`. */
  isSystem?: boolean;
  machine: Machine;
  cliVersion: string;
  /** The host program that the command line would start; null with the reason if there is none. */
  hostBinary: { path: string } | { path: null; reason: string };
  /** Data folders of browsers that are not in their usual place. */
  userDataDirs: readonly string[];
  /** The folder of the extension to load; undefined if it has not been built. */
  extensionFolder: string | undefined;
  /** Whether profiles may be called by the names that a person gave them. */
  namesProfiles: boolean;
  /** Whether a tab may be opened to read a page in it. */
  mayOpenPage: boolean;
  now(): number;
  newId(): string;
  /** What a program of the system prints; undefined if it fails. */
  output(program: string, ...words: string[]): Promise<string | undefined>;
  /** Runs one command of the host program; returns what it prints. */
  runHost(...words: string[]): Promise<Record<string, unknown>>;
  ask(action: Action, params: object, session?: string): Promise<Answer>;
}
