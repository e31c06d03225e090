import { createHash } from 'node:crypto';
import { EXTENSION_KEY } from '@bproxy/shared';

const FIRST_LETTER = 'a'.charCodeAt(0);

/** Applies Chrome's rule: the first 16 bytes of the SHA-256 of the DER public key, each half byte written as a to p. */
export function extensionId(key: string): string {
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  return [...digest].map((digit) => String.fromCharCode(FIRST_LETTER + Number.parseInt(digit, 16))).join('');
}

/** The id of each of our builds that is loaded from a folder. Only this line computes it. */
export const EXTENSION_ID = extensionId(EXTENSION_KEY);

export function isExtensionId(text: string): boolean {
  return /^[a-p]{32}$/.test(text);
}
