import { CHUNK_BYTES, MAX_CHUNKED_BYTES } from '@bproxy/shared';

export interface Chunk {
  message: string;
  index: number;
  count: number;
  data: string;
}

/** A broken message is dropped whole: a part of it must never pass for the message. */
type ChunkOutcome =
  | { state: 'waiting' }
  | { state: 'complete'; value: unknown }
  | { state: 'dropped'; reason: string };

interface Partial {
  count: number;
  pieces: Uint8Array[];
  bytes: number;
}

const MOST_MESSAGES = 8;
const MOST_CHUNKS = Math.ceil(MAX_CHUNKED_BYTES / CHUNK_BYTES) + 1;

/** Joins messages that were too large to come from the host in one piece. */
export class ChunkAssembly {
  readonly #partials = new Map<string, Partial>();
  readonly #maxBytes: number;

  constructor(maxBytes = MAX_CHUNKED_BYTES) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Chunk): ChunkOutcome {
    if (chunk.index === 0 && !this.#partials.has(chunk.message)) {
      if (chunk.count > MOST_CHUNKS) return { state: 'dropped', reason: 'too many chunks' };
      if (this.#partials.size >= MOST_MESSAGES)
        return { state: 'dropped', reason: 'too many messages at once' };
      this.#partials.set(chunk.message, { count: chunk.count, pieces: [], bytes: 0 });
    }
    const partial = this.#partials.get(chunk.message);
    if (!partial) return { state: 'dropped', reason: 'a chunk without a beginning' };
    if (chunk.count !== partial.count || chunk.index !== partial.pieces.length) {
      return this.#drop(chunk.message, 'a chunk out of order');
    }
    const piece = bytesOf(chunk.data);
    if (!piece) return this.#drop(chunk.message, 'a chunk that is not base64');
    partial.pieces.push(piece);
    partial.bytes += piece.length;
    if (this.#heldBytes() > this.#maxBytes) return this.#drop(chunk.message, 'too many bytes');
    if (partial.pieces.length < partial.count) return { state: 'waiting' };
    this.#partials.delete(chunk.message);
    return parse(partial);
  }

  /** A message that began on an old port does not continue on the next. */
  clear(): void {
    this.#partials.clear();
  }

  #heldBytes(): number {
    let bytes = 0;
    for (const partial of this.#partials.values()) bytes += partial.bytes;
    return bytes;
  }

  #drop(message: string, reason: string): ChunkOutcome {
    this.#partials.delete(message);
    return { state: 'dropped', reason };
  }
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

function parse({ pieces, bytes }: Partial): ChunkOutcome {
  // Joined before decoding, because a cut may fall inside a character.
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(whole);
    const value: unknown = JSON.parse(text);
    return { state: 'complete', value };
  } catch {
    return { state: 'dropped', reason: 'chunks that make no JSON' };
  }
}
