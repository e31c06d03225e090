import * as z from 'zod';

/** What a schema accepts, as TypeScript. A schema with a title is a type of the contract, and goes by its name. */
export function typeOf(schema: z.ZodType): string {
  return textOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

type Described = z.core.JSONSchema._JSONSchema;

function textOf(described: Described): string {
  if (typeof described === 'boolean') return 'unknown';
  const { type, title, enum: values, items, properties = {}, required = [] } = described;
  if (title) return title;
  if (values) return values.map((value) => `'${value}'`).join(' | ');
  if (type === 'integer') return 'number';
  if (type === 'array' && items && !Array.isArray(items)) return listOf(textOf(items));
  if (type !== 'object') return String(type);
  const members = Object.entries(properties).map(
    ([name, member]) => `${name}${required.includes(name) ? '' : '?'}: ${textOf(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}

function listOf(item: string): string {
  return /\W/.test(item) ? `Array<${item}>` : `${item}[]`;
}
