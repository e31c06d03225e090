import { CommandFailure } from '../output/failure.ts';
import type { Flag } from './flag.ts';
import type { FlagValue } from './flag-values.ts';

/** Converts the text after a flag to its value. Messages never repeat the text: it may be a secret. */
export function checkValue(flag: Flag, text: string): FlagValue {
  if (text === '' && !flag.allowEmpty) throw new CommandFailure(`--${flag.name} must not be empty.`);
  switch (flag.kind) {
    case 'integer':
      return integer(flag, text);
    case 'enum':
      return choice(flag, text);
    case 'list':
      return items(flag, text);
    case 'string':
      return matching(flag, text);
    case 'boolean':
      throw new CommandFailure(`--${flag.name} takes no value.`);
  }
}

function integer(flag: Flag, text: string): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = flag;
  if (value >= minimum && value <= maximum) return value;
  throw new CommandFailure(`--${flag.name} must be a whole number from ${minimum} to ${maximum}.`);
}

function choice(flag: Flag, text: string): string {
  if (flag.values?.includes(text)) return text;
  throw new CommandFailure(`--${flag.name} must be one of ${flag.values?.join(', ')}.`);
}

function items(flag: Flag, text: string): string[] {
  const list = text.split(',').map((item) => item.trim());
  if (list.includes('')) {
    throw new CommandFailure(`--${flag.name} must be a list separated by commas, without empty items.`);
  }
  for (const item of list) if (flag.values) choice(flag, item);
  return list;
}

function matching(flag: Flag, text: string): string {
  if (flag.pattern === undefined || new RegExp(flag.pattern).test(text)) return text;
  throw new CommandFailure(`--${flag.name} ${flag.expected ?? `must match ${flag.pattern}`}.`);
}
