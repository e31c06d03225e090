import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ReceivedFile {
  name: string;
  type: string;
  size: number;
  sha256: string;
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The server's side of an upload: every file that it got, with the digest of the bytes that arrived. */
export class FileServer {
  readonly received: ReceivedFile[] = [];

  /** A form with fields, or the bytes of one file with its name in the address. */
  readonly take = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => void this.#keep(request, Buffer.concat(chunks)).then(() => answer(response)));
  };

  async #keep({ url, headers }: IncomingMessage, body: Buffer): Promise<void> {
    const type = headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data')) {
      const name = new URL(url ?? '/', 'http://x').searchParams.get('name') ?? '';
      this.received.push({ name, type, size: body.length, sha256: sha256Of(body) });
      return;
    }
    const parts: Array<File | string> = [];
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    form.forEach((value) => {
      parts.push(value);
    });
    for (const value of parts) {
      if (typeof value === 'string') continue;
      const bytes = Buffer.from(await value.arrayBuffer());
      this.received.push({ name: value.name, type: value.type, size: value.size, sha256: sha256Of(bytes) });
    }
  }
}

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('{"saved":true}');
}
