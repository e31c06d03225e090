import { parseJson } from '@bproxy/shared';

const BOM = '\uFEFF';
const COMMENTS = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** JSON as Chrome reads it: it takes a byte order mark and comments, and no comma too many. */
export function readChromeJson(text: string): { value: unknown; oddity?: string } {
  const value = parseJson(text);
  if (value !== undefined) return { value };
  const bare = text.replace(BOM, '').replace(COMMENTS, (_match, quoted: string | undefined) => quoted ?? '');
  return { value: parseJson(bare), oddity: text.startsWith(BOM) ? 'a byte order mark' : 'comments' };
}
