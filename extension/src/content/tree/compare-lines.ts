import type { LineChanges } from '@bproxy/shared';
import type { TreeLine } from './tree-lines.ts';

/** The lines of a snapshot, for comparison with a later one. It keeps no element alive. */
export interface SeenLines {
  /** Of the element of each line. 0: a text of the page. */
  ids: number[];
  texts: string[];
  depths: number[];
}

type Mark = '+' | '-' | '~' | ' ';

export interface MarkedLine {
  mark: Mark;
  depth: number;
  text: string;
  /** The line of the later snapshot. A removed line has none. */
  at?: number;
}

const ids = new WeakMap<Element, number>();
let lastId = 0;

export function seenLines(lines: readonly TreeLine[]): SeenLines {
  return {
    ids: lines.map(({ element }) => (element ? idOf(element) : 0)),
    texts: lines.map(({ text }) => text),
    depths: lines.map(({ depth }) => depth),
  };
}

function idOf(element: Element): number {
  const known = ids.get(element);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(element, lastId);
  return lastId;
}

/**
 * The lines of elements and texts that were added (`+`) or removed (`-`) or whose line is different (`~`), each below the
 * lines that it is in, and those that are kept. An element that was moved and looks the same is unchanged.
 */
export function comparedLines(
  before: SeenLines,
  now: SeenLines,
  isKept: (at: number) => boolean,
): { lines: MarkedLine[]; changes: LineChanges } {
  const [old, fresh] = [keyed(before), keyed(now)];
  const lineBefore = new Map(old.map(({ key }, at) => [key, at]));
  const keysNow = new Set(fresh.map(({ key }) => key));
  const changes: LineChanges = { added: 0, removed: 0, changed: 0, unchanged: 0 };
  const marks = fresh.map(({ key }, at): Mark => {
    const was = lineBefore.get(key);
    if (was === undefined) return '+';
    return before.texts[was] === now.texts[at] ? ' ' : '~';
  });
  const removed = removedBelow(old, keysNow, before);
  const isNeeded = (at: number) => removed.has(fresh[at]?.key ?? '') || isKept(at);
  const shown = linesToShow(marks, now.depths, isNeeded);
  const lines: MarkedLine[] = [...(removed.get('') ?? [])];
  for (const [at, mark] of marks.entries()) {
    changes[NAMES[mark]] += 1;
    const text = now.texts[at] ?? '';
    if (shown[at]) lines.push({ mark, depth: now.depths[at] ?? 0, text, at });
    lines.push(...(removed.get(fresh[at]?.key ?? '') ?? []));
  }
  changes.removed = old.filter(({ key }) => !keysNow.has(key)).length;
  return { lines, changes };
}

const NAMES = { '+': 'added', '-': 'removed', '~': 'changed', ' ': 'unchanged' } as const;

interface Keyed {
  key: string;
  /** The key of the line that it is in. Empty at the top. */
  parent: string;
}

/** An element is the same line whatever it says. A text is the same line if it says the same in the same element. */
function keyed({ ids, texts, depths }: SeenLines): Keyed[] {
  const above: string[] = [];
  const counts = new Map<string, number>();
  return ids.map((id, at) => {
    const depth = depths[at] ?? 0;
    const parent = above[depth - 1] ?? '';
    const name = id > 0 ? `${id}` : `${parent} ${texts[at]}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const key = count === 0 ? name : `${name} ${count}`;
    above[depth] = key;
    return { key, parent };
  });
}

/** The lines that are gone, by the line that they were in. Of a part that is gone, the first line with a count of the others. */
function removedBelow(
  old: readonly Keyed[],
  keysNow: ReadonlySet<string>,
  { texts, depths }: SeenLines,
): Map<string, MarkedLine[]> {
  const removed = new Map<string, MarkedLine[]>();
  const partOf = new Map<string, { line: MarkedLine; more: number; text: string }>();
  for (const [at, { key, parent }] of old.entries()) {
    if (keysNow.has(key)) continue;
    const part = partOf.get(parent);
    if (part) {
      part.more += 1;
      part.line.text = `${part.text} (and ${part.more} more in it)`;
      partOf.set(key, part);
      continue;
    }
    const text = texts[at] ?? '';
    const line: MarkedLine = { mark: '-', depth: depths[at] ?? 0, text };
    partOf.set(key, { line, more: 0, text });
    const siblings = removed.get(parent) ?? [];
    siblings.push(line);
    removed.set(parent, siblings);
  }
  return removed;
}

/** Those that changed or are needed, and those that they are in. */
function linesToShow(
  marks: readonly Mark[],
  depths: readonly number[],
  isNeeded: (at: number) => boolean,
): boolean[] {
  const shown = marks.map((mark, at) => mark !== ' ' || isNeeded(at));
  let needed = 0;
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const depth = depths[at] ?? 0;
    // Less deep than a shown line below it: that line is in this one.
    if (depth < needed) shown[at] = true;
    if (shown[at]) needed = depth;
  }
  return shown;
}
