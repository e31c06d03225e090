import { CommandFailure } from '../output/failure.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON object that the user gave. The parser's message is left out: it repeats the text. */
export function parseObject(text: string, source: string): Record<string, unknown> {
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new CommandFailure(`${source} must hold one JSON object.`);
}

/** Undefined, which no JSON text means, if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
