/** The page made these objects and could have made anything. Code here reads them only through these functions. */

export function isObject(thing: unknown): thing is object {
  return (typeof thing === 'object' && thing !== null) || typeof thing === 'function';
}

export function at(holder: unknown, ...path: string[]): unknown {
  let found = holder;
  for (const key of path) found = isObject(found) ? Reflect.get(found, key) : undefined;
  return found;
}

export function has(holder: unknown, ...methods: string[]): boolean {
  return methods.every((method) => typeof at(holder, method) === 'function');
}

export function call(holder: unknown, method: string, ...given: unknown[]): unknown {
  const found = at(holder, method);
  if (typeof found !== 'function') throw new TypeError(method);
  return Reflect.apply(found, holder, given);
}

export function listOf(thing: unknown): unknown[] {
  return Array.isArray(thing) ? thing : [];
}
