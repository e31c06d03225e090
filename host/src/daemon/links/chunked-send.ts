import { randomUUID } from 'node:crypto';
import { CHUNK_BYTES, MAX_TO_EXTENSION_BYTES, type ToExtensionMessage } from '@bproxy/shared';
import { encodeMessage, withLength } from '../../wire/messages.ts';

/**
 * One message, ready to be written. Chrome closes the port if a message is too large, so large messages are sent in
 * chunks.
 */
export function piecesOf(message: ToExtensionMessage): Buffer[] {
  const body = Buffer.from(JSON.stringify(message));
  if (body.byteLength <= MAX_TO_EXTENSION_BYTES) return [withLength(body)];
  const id = randomUUID();
  const count = Math.ceil(body.byteLength / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const data = body.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).toString('base64');
    const chunk: ToExtensionMessage = { type: 'chunk', message: id, index, count, data };
    return encodeMessage(chunk);
  });
}
