export const HELP_FLAGS = ['--help', '-h'];

/** The rules for a value. The message of a refusal is built from them. */
export interface Constraints {
  values?: readonly string[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
  /** Completes the sentence "--flag …" when the pattern does not match. */
  expected?: string;
  allowEmpty?: boolean;
}

/** One flag of a command. */
export interface Flag extends Constraints {
  /** Without the dashes. */
  name: string;
  short?: string;
  /** list: one value, separated by commas. */
  kind: 'string' | 'integer' | 'boolean' | 'enum' | 'list';
  summary: string;
  required?: boolean;
  repeatable?: boolean;
  default?: string;
}

/** One param of an action. `scripts/generate.ts` derives it from the schemas. */
export interface ParamRow extends Constraints {
  param: string;
  /** A `target` becomes the three flags of `target.ts`; a `json` param needs an override. */
  kind: Flag['kind'] | 'target' | 'json';
  required?: true;
  /** Only in the table for help and the completions. */
  summary?: string;
}

/** The flag of a param: `visibleOnly` is `--visible-only`. */
export function flagOf(param: string): string {
  return param.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
