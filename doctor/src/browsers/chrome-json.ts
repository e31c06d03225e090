import { parseJson } from '@bproxy/shared';

const BOM = '\uFEFF';
const COMMENTS = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Parses JSON as Chrome does: it accepts a byte order mark and comments, but no trailing comma. */
export function readChromeJson(text: string): { value: unknown; oddity?: string } {
  const value = parseJson(text);
  if (value !== undefined) return { value };
  const bare = text.replace(BOM, '').replace(COMMENTS, (_match, quoted: string | undefined) => quoted ?? '');
  return { value: parseJson(bare), oddity: text.startsWith(BOM) ? 'a byte order mark' : 'comments' };
}
