import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { NONCE_HEADER, PROOF_PATH, proofText } from '@bproxy/shared';

/** The length of an HMAC-SHA256 in hex. */
export const PROOF_BYTES = 64;

export function makeNonce(): string {
  return randomBytes(32).toString('hex');
}

export function askForProof(port: number, nonce: string): string {
  return `GET ${PROOF_PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${NONCE_HEADER}: ${nonce}\r\n\r\n`;
}

/** Checks that the other end of this connection knows the token. */
export function isProof(given: string, token: string, nonce: string, socket: Socket): boolean {
  const client = { address: socket.localAddress, port: socket.localPort };
  const server = { address: socket.remoteAddress, port: socket.remotePort };
  const expected = createHmac('sha256', token)
    .update(proofText(nonce, client, server))
    .digest('hex');
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
