import fc from 'fast-check';

const EDGES: unknown[] = [
  null,
  true,
  false,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  [],
  {},
  [[]],
  'x'.repeat(300),
  'x'.repeat(20_000),
];

export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...EDGES) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.nat(1_000).map((depth) => nested(depth)) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

interface Change {
  place: number;
  kind: 'replace' | 'remove' | 'add';
  key: string;
  value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(10_000),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  key: fc.constantFrom('extra', '__proto__', 'constructor', 'id', 'type', 'tabId', 'then', 'toJSON', ''),
  value: junk,
});

/** The value with up to three of its fields changed, taken away or added, at any depth. */
export function mutated<T>(values: fc.Arbitrary<T>, least = 0): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(change, { minLength: least, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce<unknown>(applied, structuredClone(value)));
}

function applied(value: unknown, { place, kind, key, value: shared }: Change): unknown {
  // The same edge case may be in two places: a change of one must not change the other.
  const given = structuredClone(shared);
  const holders = objectsIn(value);
  const holder = holders[place % Math.max(1, holders.length)];
  if (!holder) return given;
  const keys = Object.keys(holder);
  const old = keys[place % Math.max(1, keys.length)];
  if (kind === 'add') define(holder, key, given);
  else if (old === undefined) return value;
  else if (kind === 'remove') Reflect.deleteProperty(holder, old);
  else define(holder, old, given);
  return value;
}

/** An own property of any name, as JSON.parse makes it: an assignment to `__proto__` would not. */
function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

function objectsIn(value: unknown, level = 0): object[] {
  if (typeof value !== 'object' || value === null || level > 6) return [];
  return [value, ...Object.values(value).flatMap((inner) => objectsIn(inner, level + 1))];
}

/** Raw bytes that look like JSON at first. */
export function spoiledJson(text: string): fc.Arbitrary<Buffer> {
  const bytes = Buffer.from(text);
  const at = fc.nat(bytes.length);
  return fc.oneof(
    at.map((end) => bytes.subarray(0, end)),
    fc
      .tuple(at, fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([place, more]) => insert(bytes, place, more)),
    fc.constantFrom(
      Buffer.from(text.replace('{', '{"id":"first","id":"second",')),
      Buffer.from(text.replace('{', '{"__proto__":{"isAdmin":true},')),
      Buffer.from(text.replace('{', '{"constructor":{"prototype":{"x":1}},')),
      Buffer.from(text.replace(/\d+/, '1e999')),
      Buffer.from(text.replace(/\d+/, '-0')),
      Buffer.from(`${'['.repeat(100_000)}`),
      Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      Buffer.from(`{"a":`.repeat(20_000)),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(text, 'utf16le'),
      Buffer.alloc(0),
    ),
  );
}

function insert(bytes: Buffer, place: number, more: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
}
