import { randomUUID } from 'node:crypto';
import { CHUNK_BYTES, MAX_TO_EXTENSION_BYTES, type ToExtensionMessage } from '@bproxy/shared';
import { encodeFrame, encodeMessage } from '../../wire/frames.ts';

/** The frames of one message: Chrome closes the port on a larger one, so a large message goes in pieces. */
export function framesOf(message: ToExtensionMessage): Buffer[] {
  const body = Buffer.from(JSON.stringify(message));
  if (body.byteLength <= MAX_TO_EXTENSION_BYTES) return [encodeFrame(body)];
  const id = randomUUID();
  const count = Math.ceil(body.byteLength / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const data = body.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).toString('base64');
    const chunk: ToExtensionMessage = { type: 'chunk', message: id, index, count, data };
    return encodeMessage(chunk);
  });
}
