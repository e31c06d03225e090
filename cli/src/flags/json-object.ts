import { isRecord, parseJson } from '@bproxy/shared';
import { CommandFailure } from '../output/failure.ts';

/** Parses a JSON object from the user. The parser's message is left out because it repeats the text. */
export function parseObject(text: string, source: string): Record<string, unknown> {
  const value = parseJson(text);
  if (isRecord(value)) return value;
  throw new CommandFailure(`${source} must hold one JSON object.`);
}
