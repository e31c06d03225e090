import { isSessionId, type SessionId } from '@bproxy/shared';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 6;

export type RandomBytes = (count: number) => Uint8Array;

/** The alphabet has 32 letters, so five bits of each byte make all letters equally likely. */
export function makeSessionId(randomBytes: RandomBytes, isTaken: (id: SessionId) => boolean): SessionId {
  for (;;) {
    const id = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
    if (isSessionId(id) && !isTaken(id)) return id;
  }
}
