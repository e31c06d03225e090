import { type ForwardedHandle, HANDLE_LIFE_MS, ProtocolError } from '@bproxy/shared';
import type { ElementFingerprint } from '../../content-messages.ts';
import { withAccessibility } from '../accessibility/accessible.ts';
import { isInPage } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { fingerprintOf } from './element-names.ts';
import { isStillIn, type Row } from './rows.ts';

/** Not before the daemon has dropped the handles. */
const KEPT_MS = HANDLE_LIFE_MS + 30_000;
/** The daemon knows half as many. The others are from answers that got lost. */
const MOST_KEPT = 2_000;

/** An element as the latest read that shows it saw it. */
export interface SeenElement {
  element: Element;
  root: Node;
  looks: ElementFingerprint;
  /** The read that gave it its number. */
  read: number;
  /** Present if no other element of the read had this id. */
  id?: string | undefined;
  /** Present if others look the same. */
  row?: Row | undefined;
}

/** The numbered elements of this document. Those that a read has shown last are at the end. */
const kept = new Map<number, SeenElement & { at: number }>();
const numbers = new WeakMap<Element, number>();
let owner = '';

/**
 * Begins a read for this session, which may give out the numbers from `first` on. The daemon knows no such number, so an
 * element that has one got it from an answer that was lost. And no other session knows any of the elements.
 */
export function beginRead(session: string, first: number): void {
  const isOther = session !== owner;
  owner = session;
  for (const number of kept.keys()) if (isOther || number >= first) kept.delete(number);
}

/** The number of an element that has one, and how a read has seen it. */
export function seenBefore(element: Element): { number: number; seen: SeenElement } | undefined {
  const number = numbers.get(element);
  const seen = number === undefined ? undefined : kept.get(number);
  return number !== undefined && seen?.element === element ? { number, seen } : undefined;
}

export function keepElement(number: number, seen: SeenElement): void {
  kept.delete(number);
  kept.set(number, { ...seen, at: Date.now() });
  numbers.set(seen.element, number);
}

export function endRead(): void {
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
  setTimeout(forgetOld, KEPT_MS);
}

function forgetOld(): void {
  const now = Date.now();
  for (const [number, { at }] of kept) if (now - at >= KEPT_MS) kept.delete(number);
}

/** The very element that was read, and only while its appearance and the words of its row are unchanged. */
export function keptElement({ handle, read }: Pick<ForwardedHandle, 'handle' | 'read'>): Element {
  const found = kept.get(Number(handle.slice(2)));
  if (found?.read !== read)
    throw stale('The page does not know the handle any more.', { handle, reason: 'forgotten' });
  const element = isInPage(found.element) ? found.element : successorOf(found);
  if (!element) {
    const message =
      'The element that the handle was made for has left the page, or the page has replaced it.';
    throw stale(message, { handle, reason: 'gone' });
  }
  refuseOther(element, found.looks, { handle });
  if (found.row && element === found.element && !isStillIn(found.row, element)) {
    throw stale('Several elements look alike, and this one is in another row now.', {
      handle,
      reason: 'moved',
    });
  }
  return element;
}

/**
 * A redrawn element can be recognised only by its id. Its place is no help: the next row of a list may be there now.
 */
function successorOf({ id, root }: SeenElement): Element | null {
  if (!id || !own.isConnected(root) || !(root instanceof Document || root instanceof ShadowRoot)) return null;
  const [successor, another] = own.querySelectorAll(root, `#${CSS.escape(id)}`);
  return successor && !another ? successor : null;
}

/** Pages turn an element into another one, or put another in its place. */
export function refuseOther(element: Element, expected: ElementFingerprint, details: object = {}): void {
  const found = withAccessibility(() => fingerprintOf(known(element)));
  if (looksSame(found, expected)) return;
  const message = 'The element that the handle was made for has a different tag, role or name now.';
  throw stale(message, { ...details, reason: 'changed', expected, found });
}

export function looksSame(found: ElementFingerprint, expected: ElementFingerprint): boolean {
  const isSame = expected.isCut || (found.role === expected.role && found.name === expected.name);
  return found.tag === expected.tag && isSame;
}

function stale(message: string, details: object): ProtocolError {
  return new ProtocolError('ELEMENT_HANDLE_STALE', { message, details: { ...details } });
}
