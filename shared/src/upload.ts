/** The bytes of a file in one message to the extension. As base64, a part stays below Chrome's limit for a message. */
export const PART_BYTES = 512 * 1024;
/** The bytes of a file in one request to the daemon. */
export const SENT_PART_BYTES = 4 * 1024 * 1024;
/** How much one upload may take to the page, unless the owner sets another limit. */
export const DEFAULT_UPLOAD_BYTES = 64 * 1024 * 1024;
/** The highest limit that an owner can set: the daemon holds the bytes in memory until the page has them. */
export const MOST_UPLOAD_BYTES = 1024 * 1024 * 1024;
export const MOST_UPLOAD_FILES = 100;

/** Where a client sends the bytes of a file, and the header that says which they are. */
export const PART_PATH = '/part';
export const PART_HEADER = 'bproxy-part';

/** A piece of a file: the request that needs it, the number of the file in that request, and the first byte. */
export interface PartPlace {
  id: string;
  file: number;
  from: number;
}

/** An id may hold characters that a header cannot. */
export function partHeader({ id, file, from }: PartPlace): string {
  return `${encodeURIComponent(id)} ${file} ${from}`;
}

export function readPartHeader(text: string): PartPlace | undefined {
  const [, id, file, from] = /^(\S{1,1800}) (\d{1,3}) (\d{1,10})$/.exec(text) ?? [];
  if (id === undefined) return undefined;
  try {
    return { id: decodeURIComponent(id), file: Number(file), from: Number(from) };
  } catch {
    return undefined;
  }
}
