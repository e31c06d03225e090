/**
 * 0: done. 1: the daemon answered with an error, which is on stdout, or `doctor` found a fault.
 * 2: the command could not be carried out; stdout is empty and stderr tells why in one line.
 * Otherwise stderr is empty, but for a line about a repair, or the steps that are left for a person.
 */
export interface ExitPlan {
  exitCode: 0 | 1 | 2;
  /** An object becomes one line of JSON; usage, help, the report of `doctor` and the scripts of `completion` are plain text. */
  stdout?: object | string;
  stderr?: string;
  /** What a person has to do now, a line each: on stderr before all else, where a wall of JSON does not hide it. */
  steps?: readonly string[];
}
