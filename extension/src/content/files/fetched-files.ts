import { type ActionParams, PART_BYTES, ProtocolError } from '@bproxy/shared';

type DescribedFile = ActionParams['upload']['files'][number];
type GetPart = (file: number, from: number) => Promise<string | null>;

/** So many parts are on their way at once: neither the link nor the worker holds more. */
const PARTS_AT_ONCE = 4;

/** The files with all of their bytes. Throws if one part does not come, and nothing has been given to the page then. */
export async function fetchFiles(files: readonly DescribedFile[], getPart: GetPart): Promise<File[]> {
  const fetched: File[] = [];
  for (const [file, { name, size, type }] of files.entries()) {
    // Chrome keeps large ones outside of the page's memory.
    const pieces: Blob[] = [];
    const count = Math.ceil(size / PART_BYTES);
    for (let first = 0; first < count; first += PARTS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(PARTS_AT_ONCE, count - first) }, (_, at) => first + at);
      const parts = await Promise.all(numbers.map((number) => getPart(file, number * PART_BYTES)));
      pieces.push(...parts.map(blobOf));
    }
    const whole = new File(pieces, name, { type });
    if (whole.size !== size) throw incomplete();
    fetched.push(whole);
  }
  return fetched;
}

function blobOf(base64: string | null): Blob {
  if (base64 === null) throw incomplete();
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return new Blob([bytes]);
}

function incomplete(): ProtocolError {
  return new ProtocolError('UPLOAD_INCOMPLETE', {
    message: 'The connection broke before the page had all bytes of the files. Nothing was given to it.',
  });
}
