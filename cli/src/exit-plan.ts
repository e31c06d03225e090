/**
 * 0: done. 1: the daemon answered with an error, which is on stdout, or `doctor` found a fault.
 * 2: the command could not be carried out; stdout is empty and stderr tells why in one line.
 * Otherwise stderr is empty, but where something is left for a person to do: one line, for that person.
 */
export interface ExitPlan {
  exitCode: 0 | 1 | 2;
  /** An object becomes one line of JSON; usage, help, the ladder of `doctor` and the scripts of `completion` are plain text. */
  stdout?: object | string;
  stderr?: string;
}
