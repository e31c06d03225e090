/** The longest request that the daemon reads: room for a few megabytes of text to fill in. */
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

/** Where a client asks the daemon to prove that it knows the token, and the header of its nonce. */
export const PROOF_PATH = '/proof';
export const NONCE_HEADER = 'bproxy-nonce';

export interface SocketEnd {
  address: string | undefined;
  port: number | undefined;
}

/**
 * The text that the daemon signs with the token. It names both ends of the connection, so that a program on another
 * port cannot pass the question on to the daemon. Its first word distinguishes it from the links' handshake.
 */
export function proofText(nonce: string, client: SocketEnd, server: SocketEnd): string {
  return JSON.stringify(['http-proof', nonce, client.address, client.port, server.address, server.port]);
}
