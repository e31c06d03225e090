import type { Flag } from '../flags/flag.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import type { ExitPlan } from '../output/exit-plan.ts';

/** The parts of the outside world that a command may use. */
export interface Context {
  env: Readonly<Record<string, string | undefined>>;
  /** The folder of the running program. The search for the host binary starts here. */
  programDir: string;
  now(): number;
  newId(): string;
  /** Reads stdin until it ends or the signal aborts. */
  stdin(signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Writes a line of `--verbose`. */
  trace(entry: object): void;
}

export interface Command {
  /** The words that call it, for example tab, open. */
  path: readonly string[];
  summary: string;
  flags: readonly Flag[];
  /** The name under which its values have the words that are no flags. Without one, such words are refused. */
  words?: string;
  /** Of a command that asks the daemon: the same with these params, whatever flags they would have. */
  call?(params: Record<string, unknown>, values: FlagValues, context: Context): Promise<ExitPlan>;
  run(values: FlagValues, context: Context): Promise<ExitPlan>;
}

export function nameOf(command: Pick<Command, 'path'>): string {
  return ['bproxy', ...command.path].join(' ');
}
