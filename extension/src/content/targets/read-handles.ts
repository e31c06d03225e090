import {
  type ActionsAt,
  type ElementHandle,
  elementHandle,
  MAX_HANDLES_PER_READ,
  traitsOf,
} from '@bproxy/shared';
import type { OwnHandles } from '../../content-messages.ts';
import { attributeOf, rootOf } from '../dom/element-facts.ts';
import type { KnownElement } from '../dom/known-element.ts';
import { fingerprintOf } from './element-names.ts';
import { beginRead, endRead, keepElement, looksSame, type SeenElement, seenBefore } from './kept-elements.ts';
import { addOne, isStillIn, rowsOf } from './rows.ts';

interface NewRead {
  action: ActionsAt<'content'>;
  session: string;
  firstHandle?: number;
  handlesGiven?: number;
  mostHandles?: number;
}

export interface GivenHandles {
  /** None for elements after the first 200: the daemon knows no more handles of one read. */
  of(it: KnownElement): { handle?: ElementHandle };
  /** What the daemon has to know of them. */
  minted: OwnHandles;
}

/**
 * Gives the elements of a read their handles. An element that an earlier read has shown keeps its number while it looks
 * the same and is in the same row. All others get new numbers.
 */
export function giveHandles(request: NewRead, shown: readonly KnownElement[]): GivenHandles {
  const { action, session, firstHandle = 1, handlesGiven = 0, mostHandles = MAX_HANDLES_PER_READ } = request;
  const prefix = traitsOf(action).mints ?? 'el';
  const read = Math.random();
  const given = new Map<Element, ElementHandle>();
  const again = new Map<number, number[]>();
  let count = 0;
  beginRead(session, firstHandle);
  const seen = seenNow(shown.slice(0, mostHandles), read);
  for (const now of seen) {
    const before = sameAsBefore(now);
    const number = before?.number ?? firstHandle + handlesGiven + count;
    if (before) inList(again, before.seen.read).push(number);
    else count += 1;
    keepElement(number, before ? { ...now, read: before.seen.read, row: now.row ?? before.seen.row } : now);
    given.set(now.element, elementHandle(prefix, number));
  }
  endRead();
  return {
    of({ element }) {
      const handle = given.get(element);
      return handle ? { handle } : {};
    },
    minted: { read, count, ...(again.size > 0 ? { again: listed(again) } : {}) },
  };
}

function listed(again: Map<number, number[]>) {
  return [...again].map(([read, numbers]) => ({ read, numbers }));
}

/** The elements with what tells each of them from the others. One that the page made unreadable is left out. */
function seenNow(shown: readonly KnownElement[], read: number): SeenElement[] {
  const elements = new Set<Element>();
  const seen = shown.flatMap((it): SeenElement[] => {
    if (elements.has(it.element)) return [];
    elements.add(it.element);
    try {
      return [{ element: it.element, root: rootOf(it.element), looks: fingerprintOf(it), read }];
    } catch {
      return [];
    }
  });
  noteIds(seen);
  noteRows(seen);
  return seen;
}

function noteIds(shown: readonly SeenElement[]): void {
  const counts = new Map<Node, Map<string, number>>();
  const withId = shown.flatMap((seen) => {
    const id = attributeOf(seen.element, 'id');
    if (!id) return [];
    const inRoot = counts.get(seen.root) ?? new Map<string, number>();
    counts.set(seen.root, inRoot);
    addOne(inRoot, id);
    return [{ seen, id, inRoot }];
  });
  for (const { seen, id, inRoot } of withId) if (inRoot.get(id) === 1) seen.id = id;
}

/** Frameworks reuse the elements of one row for the next. The element then looks the same, but its row is another. */
function noteRows(shown: readonly SeenElement[]): void {
  const alike = new Map<string, SeenElement[]>();
  for (const seen of shown) {
    const { tag, role, name } = seen.looks;
    inList(alike, `${tag} ${role} ${name}`).push(seen);
  }
  for (const group of alike.values()) {
    if (group.length === 1) continue;
    const rows = rowsOf(group.map(({ element }) => element));
    for (const seen of group) seen.row = rows.get(seen.element);
  }
}

function sameAsBefore({ element, looks }: SeenElement) {
  const before = seenBefore(element);
  if (!before || !looksSame(looks, before.seen.looks)) return undefined;
  return before.seen.row && !isStillIn(before.seen.row, element) ? undefined : before;
}

function inList<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
