import { parentOrHost } from './element-facts.ts';

let reads = 0;
const forgets: Array<() => void> = [];

/** Runs a read that caches facts about elements: the page cannot change during it. */
export function withMemory<T>(read: () => T): T {
  reads += 1;
  try {
    return read();
  } finally {
    reads -= 1;
    if (reads === 0) for (const forget of forgets) forget();
  }
}

export function isReading(): boolean {
  return reads > 0;
}

export function whenReadEnds(forget: () => void): void {
  forgets.push(forget);
}

/** The same function, called once for each element of a read. */
export function knownInRead<T>(find: (element: Element) => T): (element: Element) => T {
  const known = new Map<Element, T>();
  forgets.push(() => known.clear());
  return (element) => {
    if (reads === 0) return find(element);
    const before = known.get(element);
    if (before !== undefined) return before;
    const found = find(element);
    known.set(element, found);
    return found;
  };
}

/** Whether it is true of the element or of an ancestor. Uses a loop, since pages may be nested deeper than a stack. */
export function heldFromAbove(holds: (element: Element) => boolean): (element: Element) => boolean {
  const known = new Map<Element, boolean>();
  forgets.push(() => known.clear());
  return (element) => {
    const asked: Element[] = [];
    let held: boolean | undefined;
    for (let at: Element | null = element; at && held === undefined; at = parentOrHost(at)) {
      held = known.get(at);
      if (held !== undefined) break;
      asked.push(at);
      if (holds(at)) held = true;
    }
    if (reads > 0) for (const at of asked) known.set(at, held === true);
    return held === true;
  };
}

/** A fact of the whole page, computed once per read. */
export function onceInRead<T extends object | boolean | null>(find: () => T): () => T {
  let known: T | undefined;
  forgets.push(() => {
    known = undefined;
  });
  return () => {
    if (reads === 0) return find();
    if (known === undefined) known = find();
    return known;
  };
}
