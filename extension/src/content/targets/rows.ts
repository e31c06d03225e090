import { parentOrHost } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { isWithin } from '../visibility/element-at-point.ts';

/** The row of a list, which distinguishes an element from others that look like it. */
export interface Row {
  element: Element;
  /** Words and numbers that not every row has. */
  own: string[];
}

/** Longer parts of a page are not rows. */
const LONGEST_ROW = 1_000;

/** The rows of elements that look alike, as far as they are in rows. */
export function rowsOf(alike: readonly Element[]): Map<Element, Row> {
  const held = new Map<Element, number>();
  for (const element of alike) {
    for (let at = parentOrHost(element); at; at = parentOrHost(at)) addOne(held, at);
  }
  const found = alike.flatMap((element) => {
    let row = element;
    for (let at = parentOrHost(row); at && held.get(at) === 1; at = parentOrHost(at)) row = at;
    const words = row === element ? undefined : wordsIn(row, LONGEST_ROW);
    return words ? [{ element, row, words }] : [];
  });
  const rowsWith = new Map<string, number>();
  for (const { words } of found) for (const word of words) addOne(rowsWith, word);
  return new Map(
    found.map(({ element, row, words }) => {
      const own = [...words].filter((word) => rowsWith.get(word) !== found.length);
      return [element, { element: row, own }];
    }),
  );
}

/**
 * An action in a row changes some of its words, and prices change by themselves. So only half of the words must remain.
 */
export function isStillIn({ element: row, own }: Row, element: Element): boolean {
  if (!isWithin(element, row)) return false;
  const now = wordsIn(row);
  return own.filter((word) => now?.has(word)).length * 2 >= own.length;
}

/** Undefined where there is more text. Only this much is read, since one large part may contain many controls. */
function wordsIn(part: Element, longest = Number.POSITIVE_INFINITY): Set<string> | undefined {
  const texts = own.createTreeWalker(document, part, NodeFilter.SHOW_TEXT);
  let text = '';
  while (texts.nextNode() && text.length <= longest) text += ` ${own.nodeValue(texts.currentNode)}`;
  return text.length > longest ? undefined : new Set(text.match(/[\p{L}\p{N}]+/gu));
}

/** Counts one more of the key, and returns the new count. */
export function addOne<K>(counts: Map<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
