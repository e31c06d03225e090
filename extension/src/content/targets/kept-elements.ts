import {
  type ActionsAt,
  type ElementHandle,
  elementHandle,
  type ForwardedHandle,
  HANDLE_LIFE_MS,
  MAX_HANDLES_PER_READ,
  ProtocolError,
  traitsOf,
} from '@bproxy/shared';
import type { ElementFingerprint, OwnHandles } from '../../content-messages.ts';
import { withAccessibility } from '../accessibility/accessible.ts';
import { attributeOf, isInPage, rootOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { fingerprintOf } from './element-names.ts';
import { isStillIn, type Row, rowsOf } from './rows.ts';

/** An answer may get lost together with its read. The daemon still knows the read before it. */
const MOST_READS = 20;
/** Not before the daemon has dropped the handles. */
const KEPT_MS = HANDLE_LIFE_MS + 30_000;

/** An element as a read saw it. */
interface SeenElement {
  element: Element;
  root: Node;
  looks: ElementFingerprint;
  /** Present if others look the same. */
  row?: Row | undefined;
}

interface Read {
  /** The number of the first handle. */
  first: number;
  kept: SeenElement[];
}

/** The latest reads of this document, the oldest first. */
const reads = new Map<number, Read>();

interface NewRead {
  action: ActionsAt<'content'>;
  firstHandle?: number;
  mostHandles?: number;
}

/** Gives out the handles of one read, and stores their elements. */
export class ReadHandles {
  readonly #prefix: string;
  readonly #first: number;
  readonly #most: number;
  readonly #given: SeenElement[] = [];

  constructor({ action, firstHandle = 1, mostHandles = MAX_HANDLES_PER_READ }: NewRead) {
    this.#prefix = traitsOf(action).mints ?? 'el';
    this.#first = firstHandle;
    this.#most = mostHandles;
  }

  /** None for elements after the first 200: the daemon knows no more handles of one read. */
  give(it: KnownElement): { handle?: ElementHandle } {
    const { length } = this.#given;
    if (length >= this.#most) return {};
    this.#given.push({ element: it.element, root: rootOf(it.element), looks: fingerprintOf(it) });
    return { handle: elementHandle(this.#prefix, this.#first + length) };
  }

  /** Identifies this read to the daemon. */
  keep(): OwnHandles {
    const [read, kept] = [Math.random(), this.#given];
    noteRows(kept);
    reads.set(read, { first: this.#first, kept });
    for (const oldest of reads.keys()) if (reads.size > MOST_READS) reads.delete(oldest);
    setTimeout(() => reads.delete(read), KEPT_MS);
    return { read, count: kept.length };
  }
}

/** Frameworks reuse the elements of one row for the next. The element then looks the same, but its row is another. */
function noteRows(kept: SeenElement[]): void {
  const alike = new Map<string, SeenElement[]>();
  for (const seen of kept) {
    const { tag, role, name } = seen.looks;
    const key = `${tag} ${role} ${name}`;
    const others = alike.get(key);
    if (others) others.push(seen);
    else alike.set(key, [seen]);
  }
  for (const group of alike.values()) {
    if (group.length === 1) continue;
    const rows = rowsOf(group.map(({ element }) => element));
    for (const seen of group) seen.row = rows.get(seen.element);
  }
}

/** The very element that was read, and only while its appearance and the words of its row are unchanged. */
export function keptElement({ handle, read }: Pick<ForwardedHandle, 'handle' | 'read'>): Element {
  const { first, kept } = reads.get(read) ?? { first: 0, kept: [] };
  const found = kept[Number(handle.slice(2)) - first];
  if (!found) throw stale('The page does not know the handle any more.', { handle, reason: 'forgotten' });
  const element = isInPage(found.element) ? found.element : successorOf(found, kept);
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
function successorOf({ element, root }: SeenElement, kept: SeenElement[]): Element | null {
  const id = attributeOf(element, 'id');
  if (!id || !own.isConnected(root) || !(root instanceof Document || root instanceof ShadowRoot)) return null;
  const alike = kept.filter((other) => other.root === root && attributeOf(other.element, 'id') === id);
  const [successor, another] = own.querySelectorAll(root, `#${CSS.escape(id)}`);
  return successor && !another && alike.length === 1 ? successor : null;
}

/** Pages turn an element into another one, or put another in its place. */
export function refuseOther(element: Element, expected: ElementFingerprint, details: object = {}): void {
  const found = withAccessibility(() => fingerprintOf(known(element)));
  const looksSame = expected.isCut || (found.role === expected.role && found.name === expected.name);
  if (found.tag === expected.tag && looksSame) return;
  const message = 'The element that the handle was made for has a different tag, role or name now.';
  throw stale(message, { ...details, reason: 'changed', expected, found });
}

function stale(message: string, details: object): ProtocolError {
  return new ProtocolError('ELEMENT_HANDLE_STALE', { message, details: { ...details } });
}
