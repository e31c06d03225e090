import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { proofText } from '@bproxy/shared';

/** The layer that rejected the request. */
export type AuthFailure = 'host' | 'origin' | 'sec-fetch-site' | 'token';

/** Checks four layers in this order, using only the headers: a rejected request is answered before its body is read. */
export function checkAuth(
  headers: IncomingHttpHeaders,
  port: number,
  token: string,
): AuthFailure | undefined {
  return checkCaller(headers, port) ?? (isBearer(headers.authorization, token) ? undefined : 'token');
}

/** No browser has a reason to call this endpoint, so any sign of one is refused. */
export function checkCaller(headers: IncomingHttpHeaders, port: number): AuthFailure | undefined {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) return 'host';
  if (headers.origin !== undefined) return 'origin';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') return 'sec-fetch-site';
  return undefined;
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Proves to the client at the other end of this connection that we know the token. */
export function proofOf(token: string, nonce: string, socket: Socket): string {
  const client = { address: socket.remoteAddress, port: socket.remotePort };
  const server = { address: socket.localAddress, port: socket.localPort };
  return createHmac('sha256', token)
    .update(proofText(nonce, client, server))
    .digest('hex');
}
