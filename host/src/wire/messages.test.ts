import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { encodeMessage, handOver, MessageReader, MessageTooLargeError, withLength } from './messages.ts';

function readAll(chunks: Buffer[], limit = 1 << 26): Buffer[] {
  const messages: Buffer[] = [];
  const reader = new MessageReader(limit, (body) => messages.push(Buffer.from(body)));
  for (const chunk of chunks) reader.push(chunk);
  return messages;
}

/** The same bytes, cut at the given places. */
function cut(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [...new Set(cuts.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  const bounds = [0, ...places, bytes.length];
  return bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end));
}

describe('the message reader', () => {
  it('returns the same bodies however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (bodies, cuts) => {
          const stream = Buffer.concat(bodies.map((body) => withLength(body)));
          const messages = readAll(cut(stream, cuts));
          expect(messages.map((message) => [...message])).toEqual(bodies.map((body) => [...body]));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps unicode intact when a character is cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
        const messages = readAll(cut(encodeMessage({ text }), cuts));
        expect(messages.map((message) => JSON.parse(message.toString()))).toEqual([{ text }]);
      }),
    );
  });

  it('never returns a message above the limit, whatever bytes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 20 }), (chunks) => {
        const seen: number[] = [];
        const reader = new MessageReader(100, (body) => seen.push(body.length));
        try {
          for (const chunk of chunks) reader.push(Buffer.from(chunk));
        } catch (error) {
          expect(error).toBeInstanceOf(MessageTooLargeError);
        }
        expect(Math.max(0, ...seen)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it.each([1_048_575, 1_048_576])('accepts %i bytes at a limit of 1 MiB', (size) => {
    expect(readAll([withLength(Buffer.alloc(size))], 1_048_576)[0]?.length).toBe(size);
  });

  it('refuses one byte more than the limit before the body arrives', () => {
    const header = withLength(Buffer.alloc(1_048_577)).subarray(0, 4);
    expect(() => readAll([header], 1_048_576)).toThrow(MessageTooLargeError);
  });

  it('copies each byte of a 32 MiB message once, however many chunks it comes in', () => {
    const size = 32 * 1024 * 1024;
    const stream = withLength(Buffer.alloc(size, 'x'));
    const chunks: Buffer[] = [];
    for (let at = 0; at < stream.length; at += 65_536) chunks.push(stream.subarray(at, at + 65_536));
    const concat = vi.spyOn(Buffer, 'concat');
    let received = 0;
    const reader = new MessageReader(1 << 26, (body) => {
      received = body.length;
    });
    for (const chunk of chunks) reader.push(chunk);
    const copied = concat.mock.calls.reduce((sum, [, total]) => sum + (total ?? 0), 0);
    concat.mockRestore();
    expect(received).toBe(size);
    expect(copied).toBe(size);
  });

  it('passes the bytes after a message to the next reader, however the stream is cut', async () => {
    const stream = Buffer.concat(['one', 'two', 'three'].map((text) => encodeMessage(text)));
    for (let place = 0; place <= stream.length; place += 1) {
      const pipe = new PassThrough();
      const seen: string[] = [];
      const first = new MessageReader(100, (body) => {
        seen.push(`first ${body}`);
        pipe.off('data', onData);
        handOver(pipe, first);
      });
      const onData = (chunk: Buffer) => first.push(chunk);
      pipe.on('data', onData);
      pipe.write(stream.subarray(0, place));
      await new Promise((resolve) => setImmediate(resolve));
      pipe.end(stream.subarray(place));
      await new Promise((resolve) => setImmediate(resolve));
      const second = new MessageReader(100, (body) => seen.push(`second ${body}`));
      pipe.on('data', (chunk: Buffer) => second.push(chunk));
      pipe.resume();
      await new Promise((resolve) => pipe.once('end', resolve));
      expect(seen).toEqual(['first "one"', 'second "two"', 'second "three"']);
    }
  });
});
