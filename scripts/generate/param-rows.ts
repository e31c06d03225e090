import { ACTION_NAMES, type Action } from '@bproxy/shared';
import { elementTarget, paramsSchemas } from '@bproxy/shared/schemas';
import * as z from 'zod';
import type { FlagTable } from '../../cli/src/commands/commands.ts';
import type { ParamRow } from '../../cli/src/flags/flag.ts';

/** The flags of every action, so that the CLI need not load zod when it starts. */
export function deriveFlagTable(): FlagTable {
  const table: Partial<Record<Action, ParamRow[]>> = {};
  for (const action of ACTION_NAMES) table[action] = rowsOf(action);
  if (isComplete(table)) return table;
  throw new Error('An action has no params schema.');
}

function isComplete(table: Partial<FlagTable>): table is FlagTable {
  return ACTION_NAMES.every((action) => table[action] !== undefined);
}

function rowsOf(action: Action): ParamRow[] {
  const shape: Record<string, z.ZodType> = paramsSchemas[action].shape;
  return Object.entries(shape).map(([param, schema]) => {
    const optional = schema instanceof z.ZodExactOptional;
    const inner: unknown = optional ? schema.unwrap() : schema;
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const row = {
      param,
      ...(optional ? {} : { required: true as const }),
      summary: described.description ?? '',
    };
    if (row.summary === '') throw new Error(`The param ${param} of ${action} has no description.`);
    // By identity and not by name: `wait.target` is a plain string.
    if (inner === elementTarget) return { ...row, kind: 'target' };
    return { ...row, ...constraintsOf(`${action}.${param}`, described, schema) };
  });
}

type Described = z.core.JSONSchema.BaseSchema;
type Value = Omit<ParamRow, 'param' | 'required' | 'summary'>;

function constraintsOf(where: string, described: Described, schema: z.ZodType): Value {
  const { type, enum: values, minimum, maximum, items, pattern, minLength } = described;
  if (values) return { kind: 'enum', values: values.map(String) };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'integer') {
    return {
      kind: 'integer',
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
    };
  }
  if (type === 'array') {
    const plain = typeof items === 'object' && 'type' in items && items.type === 'string';
    const choices = typeof items === 'object' && 'enum' in items ? items.enum?.map(String) : undefined;
    return { kind: plain ? 'list' : 'json', ...(choices ? { values: choices } : {}) };
  }
  if (type !== 'string')
    throw new Error(`${where} has the type ${type}, for which there is no kind of flag.`);
  if (pattern !== undefined) return { kind: 'string', pattern, expected: refusalOf(where, schema) };
  return minLength === undefined ? { kind: 'string', allowEmpty: true } : { kind: 'string' };
}

/** The schema's own words for a value that does not match, so that CLI and daemon say the same. */
function refusalOf(where: string, schema: z.ZodType): string {
  const message = schema.safeParse('\u0000').error?.issues[0]?.message;
  if (message?.startsWith('must ')) return message;
  throw new Error(`The message of ${where} for a wrong value should complete the sentence "--flag …".`);
}
