import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A web server on loopback for the pages of a test. */
export class Pages {
  readonly #server: Server;
  readonly #pages: Record<string, Page>;

  private constructor(pages: Record<string, Page>) {
    this.#pages = pages;
    this.#server = createServer((request, response) => this.#serve(request, response));
  }

  static async serve(pages: Record<string, Page>): Promise<Pages> {
    const served = new Pages(pages);
    await new Promise<void>((resolve) => served.#server.listen(0, '127.0.0.1', resolve));
    return served;
  }

  url(path: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the pages are not served');
    return `http://127.0.0.1:${address.port}${path}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const page = this.#pages[pathname];
    if (typeof page === 'function') {
      page(request, response);
      return;
    }
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? 'not found');
  }
}

export function html(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
}
