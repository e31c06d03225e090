import type { Action, ActionParams } from './actions.ts';
import type { ClientElementTarget } from './targets.ts';
import { commandLine } from './text/command-line.ts';
import { traitsOf } from './traits.ts';

/**
 * A placeholder for a value that only the reader knows. TARGET is the element of the request, which the daemon knows.
 * PATH is a file, which the CLI reads.
 */
type Blank = 'URL' | 'TEXT' | 'SELECTOR' | 'TAB' | 'TARGET' | 'PATH';

export type StepParams<A extends Action> = { [Key in keyof ActionParams[A]]?: ActionParams[A][Key] | Blank };

// If an action takes no params, every string is a key of their type.
type ParamsOf<A extends Action> = string extends keyof ActionParams[A] ? never : keyof ActionParams[A];

type ParamName = { [A in Action]: ParamsOf<A> }[Action] | 'timeout' | 'id' | 'session' | 'text';

/** Commands that are not actions. */
type CommandName = 'status' | 'service restart';

export type Step =
  | { action: Action; params: Readonly<Record<string, unknown>>; session: boolean }
  | { command: CommandName }
  /** Params for the request that failed; `true` names the param and leaves the value to the reader. */
  | { with: Readonly<Record<string, unknown>> };

/** The caller's next step: a sentence whose steps are data, so that the CLI and others can each word them. */
export type NextStep = string | ReadonlyArray<string | Step>;

/** A sentence with steps in it. */
export function next(texts: TemplateStringsArray, ...steps: Array<NextStep | Step>): NextStep {
  return texts.flatMap((text, at) => {
    const step = steps[at];
    return step === undefined ? text : [text, ...(Array.isArray(step) ? step : [step])];
  });
}

/** An action to run. It names the session if it needs one, unless `session` says otherwise. */
export function step<A extends Action>(
  action: A,
  params: StepParams<A> = {},
  { session = traitsOf(action).session === 'required' }: { session?: boolean } = {},
): Step {
  return { action, params, session };
}

/** Params that the request should have, or lack. */
export function param(params: { [Name in ParamName]?: string | true }): Step {
  return { with: params };
}

export function command(name: CommandName): Step {
  return { command: name };
}

interface Known {
  session: string;
  target?: ClientElementTarget | undefined;
}

/** The next step as a person types it into a shell, with the session and the element that were asked for. */
export function filledIn(given: NextStep, known: Known): string {
  const parts = typeof given === 'string' ? [given] : given;
  return parts.map((part) => (typeof part === 'string' ? part : inShell(part, known))).join('');
}

function inShell(step: Step, known: Known): string {
  if ('with' in step) return flagsOf(step.with, known);
  if ('command' in step) return `\`bproxy ${step.command}\``;
  const { action, params, session } = step;
  const words = [
    'bproxy',
    ...action.split('.'),
    flagsOf(params, known),
    session ? flagsOf({ session: true }, known) : '',
  ];
  return `\`${words.filter((word) => word !== '').join(' ')}\``;
}

function flagsOf(params: Readonly<Record<string, unknown>>, known: Known): string {
  return Object.entries(params)
    .map(([name, value]) => flagOf(name, value, known))
    .join(' ');
}

function flagOf(name: string, value: unknown, { session, target }: Known): string {
  if (name === 'session') return `-s ${session || 'SESSION'}`;
  if (value === 'PATH') return '--file PATH';
  if (value === 'TARGET') return target ? targetFlag(target) : value;
  if (typeof value === 'object' && value !== null) return targetFlag(value);
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return value === true ? flag : commandLine([flag, String(value)]);
}

function targetFlag(target: object): string {
  if ('handle' in target) return commandLine(['--element', String(target.handle)]);
  if ('selector' in target) return commandLine(['--selector', String(target.selector)]);
  return commandLine(['--route-json', JSON.stringify('route' in target ? target.route : target)]);
}
