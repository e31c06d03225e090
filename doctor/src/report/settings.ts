import { join } from 'node:path';
import { HOME_FILES, isRecord } from '@bproxy/shared';
import { readObject } from '../machine/look.ts';

/** Settings with values from a fixed list, which reveal nothing about a person. */
const PLAIN_TEXTS = ['logLevel'];

/**
 * Returns the owner's settings with every key. Of the values, it shows only numbers, switches and bproxy's own words.
 */
export function readSettings(home: string): Record<string, unknown> {
  const settings = readObject(join(home, HOME_FILES.config));
  return settings ? flattened(settings, '') : {};
}

function flattened(value: Record<string, unknown>, path: string): Record<string, unknown> {
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, item]) => {
      const name = path === '' ? key : `${path}.${key}`;
      return isRecord(item) ? flattened(item, name) : { [name]: shown(name, item) };
    }),
  );
}

function shown(name: string, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return typeof value === 'string' && PLAIN_TEXTS.includes(name) ? value : '[not shown]';
}
