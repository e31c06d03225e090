import { type Action, isAction, isRecord, traitsOf } from '@bproxy/shared';
import { isContent } from '../output/content.ts';
import { actLine } from './act-line.ts';
import { entryLine } from './entries.ts';
import { errorLines } from './error-lines.ts';
import { factsOf, joined, quotesPage } from './facts.ts';
import type { Line, PageText, Piece, Sheet } from './fence.ts';
import { pageFacts, pageOf } from './page-facts.ts';
import { type IsOwn, inWords, ownFieldsOf } from './words.ts';

/** The object of a command, as a reader wants it: what was asked for first, then in a line what is unusual. */
export function sheetOf(path: readonly string[], printed: object): Sheet {
  if (!('protocol_version' in printed)) return objectSheet(printed, ownFieldsOf(undefined));
  const name = path.join('.');
  const action = name === 'status' ? 'debug.status' : isAction(name) ? name : undefined;
  if ('error' in printed && isRecord(printed.error)) return errorLines(printed.error, action);
  const { read, ...data } = 'data' in printed && isRecord(printed.data) ? printed.data : {};
  const page = pageOf(printed);
  const replay = 'replay' in printed && printed.replay === true;
  const again: Piece[][] = replay ? [['the answer of the first run: nothing was run again']] : [];
  const afterwards = isRecord(read) ? afterSheet(read) : [];
  if (action !== undefined && traitsOf(action).destructive)
    return [actLine(action, data, page, again), ...afterwards];
  return [...readSheet(action, data, [...pageFacts(page), ...again]), ...afterwards];
}

/** What was read after an act, or why nothing was. */
function afterSheet(read: Record<string, unknown>): Sheet {
  if (isRecord(read['error']))
    return [['The page could not be read afterwards:'], ...errorLines(read['error'], undefined)];
  return readSheet('tree' in read ? 'snapshot' : 'text', read, []);
}

/** A read: its text or its entries, then its other facts and the page in one line. */
function readSheet(action: Action | undefined, data: Record<string, unknown>, more: Piece[][]): Sheet {
  const isOwn = ownFieldsOf(action);
  const body = bodyOf(data, isOwn);
  const rest = Object.fromEntries(Object.entries(data).filter(([field]) => !body.fields.has(field)));
  const facts = [...factsOf(rest, isOwn), ...more];
  return [...body.parts, ...(facts.length > 0 ? [joined(facts)] : [])];
}

/** An object of a command that asks no daemon. */
function objectSheet(printed: object, isOwn: IsOwn): Sheet {
  const facts = factsOf({ ...printed }, isOwn);
  return facts.length > 0 ? facts : [['done']];
}

interface Body {
  parts: Sheet;
  /** The fields that it shows. */
  fields: ReadonlySet<string>;
}

function bodyOf(data: Readonly<Record<string, unknown>>, isOwn: IsOwn): Body {
  const shown = Object.entries(data).filter(isContent);
  const parts = shown.flatMap(([field, value]): Array<Line | PageText> => {
    if (typeof value === 'string') return [{ pageText: value }];
    const lines = (Array.isArray(value) ? value : []).map((entry) => entryLine(entry, isOwn));
    if (lines.length === 0) return shown.length > 1 ? [] : [[`no ${inWords(field)}`]];
    if (quotesPage(value, isOwn, field)) return [{ pageText: lines.join('\n') }];
    return lines.map((line) => [shown.length > 1 ? `${inWords(field)}: ${line}` : line]);
  });
  return { parts, fields: new Set(shown.map(([field]) => field)) };
}
