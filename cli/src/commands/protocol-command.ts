import { type Action, type ActionParams, isRecord, traitsOf } from '@bproxy/shared';
import { CAP_FLAGS, mostChars } from '../flags/cap-flags.ts';
import { type Flag, flagOf, type ParamRow } from '../flags/flag.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { globalFlags, homeOf, ID_FLAG, sessionOf, timeoutOf } from '../flags/global-flags.ts';
import { targetFlags, targetFrom } from '../flags/target.ts';
import type { ExitPlan } from '../output/exit-plan.ts';
import { CommandFailure } from '../output/failure.ts';
import { type Call, type Refused, send } from '../send.ts';
import type { Command, Context } from './command.ts';

type ParamName<A extends Action> = A extends Action ? keyof ActionParams[A] & string : never;

/** Behaviour of a command beyond passing its flags as params. */
export interface Override<A extends Action = Action> {
  /** Params that have no flag of their own here. */
  replaces?: ReadonlyArray<ParamName<A>>;
  flags?: readonly Flag[];
  params?(values: FlagValues, context: Context): Promise<{ [P in ParamName<A>]?: unknown }>;
  /** Added to the deadline of the request. */
  marginMs?(values: FlagValues): number | Promise<number>;
  /**
   * Sends what the daemon misses. If the result is true, the same request is sent once more.
   */
  supply?(refused: Refused, values: FlagValues, call: Call): Promise<boolean>;
  /** Changes the data of a successful answer before it is printed. */
  finish?(data: Record<string, unknown>, values: FlagValues, context: Context): Promise<object>;
}

/** The command of an action: `tab.open` becomes `bproxy tab open`. */
export function protocolCommand<A extends Action>(
  action: A,
  rows: readonly ParamRow[],
  override: Override<A> = {},
): Command {
  const traits = traitsOf(action);
  const replaced: readonly string[] = override.replaces ?? [];
  const derived = rows.filter((row) => !replaced.includes(row.param));
  const mayRead = rows.some(({ param }) => param === 'read');
  const caps = traits.long || mayRead ? CAP_FLAGS : [];
  const own = [...derived.flatMap(flagsOf), ...(override.flags ?? []), ...caps];
  const flags = [...own, ...globalFlags(traits.session, own)];
  return {
    path: action.split('.'),
    summary: traits.summary,
    flags,
    call,
    async run(values, context) {
      const out = values.string('out');
      if (out !== undefined) {
        if (!traits.long && !values.has('read'))
          throw new CommandFailure('The flag --out needs --read here.');
        (await import('../output/cap-answer.ts')).checkOut(out);
      }
      return call(
        { ...paramsFrom(derived, values), ...(await override.params?.(values, context)) },
        values,
        context,
      );
    },
  };

  async function call(
    params: Record<string, unknown>,
    values: FlagValues,
    context: Context,
  ): Promise<ExitPlan> {
    const sent: Call = {
      action,
      params,
      session: traits.session === 'none' ? '' : sessionOf(values),
      timeoutMs: timeoutOf(values) + ((await override.marginMs?.(values)) ?? 0),
      home: homeOf(values, context.env),
      id: (flags.includes(ID_FLAG) ? values.string('id') : undefined) ?? context.newId(),
      verbose: values.has('verbose'),
    };
    const first = await send(sent, context);
    const isSupplied = !first.ok && (await override.supply?.(first.error, values, sent));
    const answer = isSupplied ? await send(sent, context) : first;
    if (!answer.ok) return { exitCode: 1, stdout: answer };
    return { exitCode: 0, stdout: { ...answer, data: await finished(answer.data, values, context) } };
  }

  async function finished(
    data: Record<string, unknown>,
    values: FlagValues,
    context: Context,
  ): Promise<object> {
    const { read } = data;
    if (isRecord(read)) {
      data['read'] = await capped('tree' in read ? 'snapshot' : 'text', read, values, context);
    }
    if (override.finish) return override.finish(data, values, context);
    return traits.long ? capped(action, data, values, context) : data;
  }
}

async function capped(
  action: Action,
  data: Record<string, unknown>,
  values: FlagValues,
  context: Context,
): Promise<object> {
  const limit = mostChars(values, context.env);
  // The content is a part of it, and no longer.
  if (!values.has('out') && JSON.stringify(data).length <= limit) return data;
  const { capAnswer } = await import('../output/cap-answer.ts');
  return capAnswer(data, { action, limit, values, context });
}

function flagsOf(row: ParamRow): Flag[] {
  const { param, kind, summary = '', ...rest } = row;
  if (kind === 'target') return targetFlags(row.required ?? false);
  if (kind === 'json')
    throw new Error(`The param ${param} has no plain flag; its command needs an override.`);
  return [{ name: flagOf(param), kind, summary, ...rest }];
}

function paramsFrom(rows: readonly ParamRow[], values: FlagValues): Record<string, unknown> {
  const given = rows.map((row) => [
    row.param,
    row.kind === 'target' ? targetFrom(values, row.required ?? false) : values.raw(flagOf(row.param)),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
