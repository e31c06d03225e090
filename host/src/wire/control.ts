/**
 * The few words that the daemon says to the link itself. All else on the socket is for the extension
 * and passes through unread, so these are told apart by how their bytes begin.
 */
export type ByeReason = 'stopped' | 'superseded';

const PREFIX = Buffer.from('{"control":"bye","reason":"');

export function encodeBye(reason: ByeReason): Buffer {
  return Buffer.from(JSON.stringify({ control: 'bye', reason }));
}

export function readBye(body: Buffer): ByeReason | undefined {
  if (!body.subarray(0, PREFIX.length).equals(PREFIX)) return undefined;
  return body.toString('utf8', PREFIX.length).startsWith('superseded') ? 'superseded' : 'stopped';
}
