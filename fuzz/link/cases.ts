import fc from 'fast-check';
import { mutated, spoiledJson } from '../mutations.ts';

const message = fc.constantFrom<object>(
  { type: 'ping', ts: 1 },
  { type: 'label', label: 'x' },
  { type: 'pong', ts: 1, sessions: 0, pausedSessions: 0 },
  { control: 'bye', reason: 'stopped' },
  { control: 'bye' },
);

function framed(body: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(body.length);
  return Buffer.concat([header, body]);
}

const bytes: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: mutated(message).map((value) => framed(Buffer.from(JSON.stringify(value) ?? ''))) },
  { weight: 2, arbitrary: message.chain((value) => spoiledJson(JSON.stringify(value))).map(framed) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((junk) => Buffer.from(junk)) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 0x100001, 0x7fffffff, 0xffffffff).map(lyingHeader) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(1_048_575, 1_048_576, 1_048_577)
      .map((size) => framed(Buffer.alloc(size, 'x'))),
  },
);

function lyingHeader(length: number): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(length);
  return header;
}

/** From Chrome's side: what arrives on stdin. */
export const stdinCase: fc.Arbitrary<Buffer> = fc
  .array(bytes, { minLength: 1, maxLength: 4 })
  .map((parts) => Buffer.concat(parts));

/** From the daemon's side: how it does the handshake, and what it sends afterwards. */
export interface DaemonCase {
  handshake: 'good' | 'wrong-proof' | 'junk' | 'closed' | 'two-answers';
  after: Buffer;
}

export const daemonCase: fc.Arbitrary<DaemonCase> = fc.record({
  handshake: fc.constantFrom('good', 'good', 'good', 'good', 'wrong-proof', 'junk', 'closed', 'two-answers'),
  after: fc.array(bytes, { maxLength: 4 }).map((parts) => Buffer.concat(parts)),
});
