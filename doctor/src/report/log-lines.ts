import { join } from 'node:path';
import { HOME_FILES, isRecord, LOG_FILES, parseJson } from '@bproxy/shared';
import { namesIn, readText } from '../machine/look.ts';

/**
 * The fields of a log line that a report may show: bproxy's own names and numbers. Others may come from a page or a
 * person.
 */
const FIELDS: ReadonlySet<string> = new Set([
  'action',
  'bye',
  'bytes',
  'cause',
  'client',
  'count',
  'deadline',
  'delay_ms',
  'destructive',
  'elapsed_ms',
  'error_code',
  'event',
  'extension',
  'for_browser',
  'handle',
  'id',
  'layer',
  'level',
  'mode',
  'ok',
  'opener',
  'origin',
  'outcome',
  'pid',
  'port',
  'remote',
  'session',
  'tab',
  'ts',
  'version',
]);
/** Sentences from bproxy and the system. Quotations in them may come from a page. */
const SENTENCES: ReadonlySet<string> = new Set(['error', 'reason']);

const A_LOG = /^(\d{4}-\d{2}-\d{2}|link)\.log$/;
const TEXT_FILES = [LOG_FILES.daemonStart, LOG_FILES.launchError];

export type LogExcerpts = Record<string, unknown[]>;

/** Returns the last lines of each useful log: the newest day, the link's log, and the reason of a failed start. */
export function readLogs(home: string, count: number): LogExcerpts {
  const folder = join(home, HOME_FILES.logs);
  const logs = namesIn(folder).filter((name) => A_LOG.test(name));
  const newest = logs.filter((name) => name !== LOG_FILES.link).sort();
  const read = (name: string) =>
    (readText(join(folder, name)) ?? '').split('\n').filter(Boolean).slice(-count);
  const chosen = [...newest.slice(-1), ...logs.filter((name) => name === LOG_FILES.link)];
  return Object.fromEntries([
    ...chosen.map((name) => [name, read(name).map(shownLine)]),
    ...TEXT_FILES.map((name) => [name, read(name).map(withoutQuotes)]).filter(([, lines]) => lines?.length),
  ]);
}

export function shownLine(line: string): unknown {
  const entry = parseJson(line);
  if (!isRecord(entry)) return '[a line that is not of bproxy]';
  return Object.fromEntries(Object.entries(entry).flatMap(shownField));
}

function shownField([name, value]: [string, unknown]): Array<[string, unknown]> {
  if (SENTENCES.has(name) && typeof value === 'string') {
    return [[name, withoutQuotes(value)]];
  }
  return FIELDS.has(name) && typeof value !== 'object' ? [[name, value]] : [];
}

/** A quotation may come from a page, or from a file of the owner. */
function withoutQuotes(sentence: string): string {
  return sentence.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '"…"');
}
