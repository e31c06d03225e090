import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { proofText } from '@bproxy/shared';

/** Proves to the client at the other end of this connection that we know the token. */
export function proofOf(token: string, nonce: string, socket: Socket): string {
  const client = { address: socket.remoteAddress, port: socket.remotePort };
  const server = { address: socket.localAddress, port: socket.localPort };
  return createHmac('sha256', token)
    .update(proofText(nonce, client, server))
    .digest('hex');
}
