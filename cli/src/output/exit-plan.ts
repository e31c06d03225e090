/**
 * Exit code 0: done. 1: the daemon answered with an error, which is on stdout, or `doctor` found a fault. 2: the
 * command could not run; stdout is empty and stderr gives the reason in one line. Otherwise stderr is empty, except for
 * a line about a repair or the steps that are left for a person.
 */
export interface ExitPlan {
  exitCode: 0 | 1 | 2;
  /**
   * An object becomes one line of JSON. Usage, help, the report of `doctor` and the scripts of `completion` are plain
   * text.
   */
  stdout?: object | string;
  /** Answers that come one after the other, each printed at once. They end with the exit code. */
  answers?: AsyncGenerator<object | string, ExitPlan['exitCode']>;
  /** The id of the answer that `stdout` is in words, if it must not be lost. */
  id?: string;
  stderr?: string;
  /**
   * The steps that a person has to do now, one a line. They come first on stderr, where a wall of JSON does not hide
   * them.
   */
  steps?: readonly string[];
}
