/**
 * The few messages from the daemon to the link itself. All others on the socket are for the extension and pass through
 * unparsed, so these are recognised by their first bytes.
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
