import { PART_BYTES, type PartPlace, ProtocolError } from '@bproxy/shared';
import type { Digest } from '../pipeline/once/kept-answers.ts';

/** A file as a request describes it. */
export interface DescribedFile {
  size: number;
  sha256: string;
}

/** The number of a file in its request, and the first byte that is missing. */
export interface MissingBytes {
  file: number;
  from: number;
}

interface StagedFile extends DescribedFile {
  /** Allocated with the first part. */
  bytes: Buffer | undefined;
  received: number;
}

interface Upload {
  files: StagedFile[];
  touchedAt: number;
  /** Its request runs, so nothing may be dropped. */
  isHeld: boolean;
}

/** A caller that stops sending has gone. */
export const STAGED_LIFE_MS = 60_000;
/** Uploads of this many times the owner's limit may wait at once. */
const MOST_TIMES = 2;

interface StagedParts {
  /** The owner's limit for all files of one upload. */
  maxBytes: number;
  digest: Digest;
  /** Monotonic time. */
  now(): number;
  /** Runs the work later, unless the daemon ends before. */
  later(work: () => void, ms: number): void;
}

/** The bytes of files on their way to a page. They are in memory only, under the id of the request that needs them. */
export class StagedFiles {
  readonly #parts: StagedParts;
  readonly #uploads = new Map<string, Upload>();
  #looksLater = false;

  constructor(parts: StagedParts) {
    this.#parts = parts;
  }

  /** Throws while bytes are missing, with the places from which a caller may send them now. */
  hold(id: string, files: readonly DescribedFile[]): void {
    this.#refuseTooLarge(files);
    const upload = this.#of(id, files);
    const missing = upload.files.flatMap<MissingBytes>(({ received, size }, file) =>
      received < size ? [{ file, from: received }] : [],
    );
    if (missing.length === 0) {
      upload.isHeld = true;
      return;
    }
    throw new ProtocolError('UPLOAD_INCOMPLETE', { details: { missing } });
  }

  release(id: string): void {
    this.#uploads.delete(id);
  }

  /** Adds bytes that the request with this id waits for. Returns how many the file has now. */
  add({ id, file, from }: PartPlace, bytes: Buffer): number {
    const upload = this.#uploads.get(id);
    const staged = upload?.files[file];
    if (!upload || !staged) throw refused('No request waits for this part.');
    upload.touchedAt = this.#parts.now();
    if (from !== staged.received) return staged.received;
    if (from + bytes.byteLength > staged.size) throw this.#changed(id);
    staged.bytes ??= Buffer.allocUnsafeSlow(staged.size);
    bytes.copy(staged.bytes, from);
    staged.received += bytes.byteLength;
    const isWhole = staged.received === staged.size;
    if (isWhole && this.#parts.digest(staged.bytes) !== staged.sha256) throw this.#changed(id);
    return staged.received;
  }

  /** A part for the page, while its request runs. */
  part({ id, file, from }: PartPlace): Buffer | undefined {
    const upload = this.#uploads.get(id);
    if (!upload?.isHeld) return undefined;
    const part = upload.files[file]?.bytes?.subarray(from, from + PART_BYTES);
    return part && part.byteLength > 0 ? part : undefined;
  }

  #of(id: string, files: readonly DescribedFile[]): Upload {
    const known = this.#uploads.get(id);
    if (known && isSame(known.files, files)) return known;
    this.#uploads.delete(id);
    const held = [...this.#uploads.values()].reduce((sum, upload) => sum + sizeOf(upload.files), 0);
    if (held + sizeOf(files) > MOST_TIMES * this.#parts.maxBytes) {
      throw new ProtocolError('OVERLOADED', {
        message: 'Other uploads use the memory that there is for them. Nothing was sent.',
      });
    }
    const upload: Upload = {
      files: files.map(({ size, sha256 }) => ({
        size,
        sha256,
        bytes: undefined,
        received: 0,
      })),
      touchedAt: this.#parts.now(),
      isHeld: false,
    };
    this.#uploads.set(id, upload);
    this.#lookLater();
    return upload;
  }

  #refuseTooLarge(files: readonly DescribedFile[]): void {
    const { maxBytes } = this.#parts;
    const bytes = sizeOf(files);
    if (bytes <= maxBytes) return;
    throw new ProtocolError('FILE_TOO_LARGE', {
      message: `The files have ${bytes} bytes together, and the owner of this computer allows ${maxBytes}. Nothing was sent.`,
      details: { bytes, maxBytes },
    });
  }

  #changed(id: string): ProtocolError {
    this.#uploads.delete(id);
    return refused('The file has changed while it was read.');
  }

  #lookLater(): void {
    if (this.#looksLater) return;
    this.#looksLater = true;
    this.#parts.later(() => {
      this.#looksLater = false;
      const before = this.#parts.now() - STAGED_LIFE_MS;
      for (const [id, { touchedAt, isHeld }] of this.#uploads)
        if (!isHeld && touchedAt <= before) this.#uploads.delete(id);
      if (this.#uploads.size > 0) this.#lookLater();
    }, STAGED_LIFE_MS);
  }
}

function refused(message: string): ProtocolError {
  return new ProtocolError('UPLOAD_INCOMPLETE', { message: `${message} Nothing was given to the page.` });
}

function sizeOf(files: readonly DescribedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function isSame(staged: readonly DescribedFile[], files: readonly DescribedFile[]): boolean {
  return (
    staged.length === files.length &&
    staged.every(({ size, sha256 }, at) => files[at]?.size === size && files[at]?.sha256 === sha256)
  );
}
