import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrame, FrameTooLargeError } from '../wire/frames.ts';
import { FramePassage } from './frame-passage.ts';

/** The frames that come out, each of its own taker. */
function passed(chunks: Iterable<Uint8Array>, limit = 1 << 20): Buffer[] {
  const frames: Buffer[][] = [];
  const passage = new FramePassage(limit, () => {
    const parts: Buffer[] = [];
    frames.push(parts);
    return (bytes) => parts.push(Buffer.from(bytes));
  });
  for (const chunk of chunks) passage.push(Buffer.from(chunk));
  return frames.map((parts) => Buffer.concat(parts));
}

function* cut(bytes: Buffer, sizes: number[]): Generator<Buffer> {
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const size = sizes[index] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

test('each frame goes whole to the taker that was asked for it, however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 }),
      (bodies, sizes) => {
        const frames = bodies.map((body) => encodeFrame(body));
        expect(passed(cut(Buffer.concat(frames), sizes))).toEqual(frames);
      },
    ),
    { numRuns: 500 },
  );
});

test('a part is passed on before the frame is whole', () => {
  const frame = encodeFrame(Buffer.alloc(1_000, 'x'));
  expect(passed([frame.subarray(0, 500)])).toEqual([frame.subarray(0, 500)]);
});

test('a frame above the limit is refused at its header, and nobody is asked to take it', () => {
  const [fits, header] = [encodeFrame(Buffer.alloc(100)), encodeFrame(Buffer.alloc(101)).subarray(0, 4)];
  expect(passed([fits], 100)).toEqual([fits]);
  const passage = new FramePassage(100, () => expect.unreachable());
  expect(() => passage.push(header)).toThrow(FrameTooLargeError);
});
