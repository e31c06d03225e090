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
  const known = new Map<Element, { found: T }>();
  forgets.push(() => known.clear());
  return (element) => {
    if (reads === 0) return find(element);
    let entry = known.get(element);
    if (!entry) {
      entry = { found: find(element) };
      known.set(element, entry);
    }
    return entry.found;
  };
}
