let reads = 0;
const forgets: Array<() => void> = [];

/** Runs a read in which what has been found out of an element holds: the page cannot change meanwhile. */
export function withMemory<T>(read: () => T): T {
  reads += 1;
  try {
    return read();
  } finally {
    reads -= 1;
    if (reads === 0) for (const forget of forgets) forget();
  }
}

/** The same function, asked once for each element of a read. */
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

/** What holds for the page as a whole, asked once in a read. */
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
