import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageTooLargeError, withLength } from '../wire/messages.ts';
import { MessagePassage } from './message-passage.ts';

/** The messages that come out, each from its own taker. */
function passed(chunks: Iterable<Uint8Array>, limit = 1 << 20): Buffer[] {
  const messages: Buffer[][] = [];
  const passage = new MessagePassage(limit, () => {
    const parts: Buffer[] = [];
    messages.push(parts);
    return (bytes) => parts.push(Buffer.from(bytes));
  });
  for (const chunk of chunks) passage.push(Buffer.from(chunk));
  return messages.map((parts) => Buffer.concat(parts));
}

function* cut(bytes: Buffer, sizes: number[]): Generator<Buffer> {
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const size = sizes[index] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

test('each message goes whole to the taker chosen for it, however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 }),
      (bodies, sizes) => {
        const messages = bodies.map((body) => withLength(body));
        expect(passed(cut(Buffer.concat(messages), sizes))).toEqual(messages);
      },
    ),
    { numRuns: 500 },
  );
});

test('a part is passed on before the message is complete', () => {
  const message = withLength(Buffer.alloc(1_000, 'x'));
  expect(passed([message.subarray(0, 500)])).toEqual([message.subarray(0, 500)]);
});

test('a message above the limit is refused at its header, before a taker is chosen', () => {
  const [fits, header] = [withLength(Buffer.alloc(100)), withLength(Buffer.alloc(101)).subarray(0, 4)];
  expect(passed([fits], 100)).toEqual([fits]);
  const passage = new MessagePassage(100, () => expect.unreachable());
  expect(() => passage.push(header)).toThrow(MessageTooLargeError);
});
