import { createServer, type Server } from 'node:http';
import { type Check, fail, notReached, pass } from '../../check.ts';
import type { Installation } from '../../installation.ts';
import { textOf } from '../../machine/look.ts';
import { inSession, problemOf } from './round-trip.ts';

/** Opens a page of the doctor's own in each connected browser, reads a word in it, and closes it again. */
export const pageCheck: Check = {
  name: 'page',
  async run({ installation, daemon: { status } }) {
    if (!status || status.clients.length === 0) return notReached('No browser is connected.');
    if (!installation.mayOpenPage) return notReached('`--page` opens a tab for a moment and reads it.');
    const word = `bproxy-doctor-${installation.newId()}`;
    const server = await serve(word);
    try {
      const evidence: string[] = [];
      for (const { id, label } of status.clients) {
        const problem = await inSession(installation, id, (session) =>
          readPage(installation, session, server.url, word),
        );
        if (problem !== undefined)
          return fail(`A page in ${label} could not be read: ${problem}`, { evidence });
        evidence.push(`${label}: opened ${server.url}, read it, closed it`);
      }
      return pass('A page was opened, read and closed.', { evidence });
    } finally {
      await server.close();
    }
  },
};

async function readPage(
  installation: Installation,
  session: string,
  url: string,
  word: string,
): Promise<string | undefined> {
  const opened = await installation.ask('tab.open', { url }, session);
  if (!opened.ok) return problemOf(opened);
  const read = await installation.ask('text', {}, session);
  if (!read.ok) return problemOf(read);
  return textOf(read.data['text']).includes(word) ? undefined : 'it contains another text.';
}

/** Chrome opens about:blank, but lets no extension read it. */
function serve(word: string): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>bproxy doctor</title><p>${word}</p>`);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const close = () =>
        new Promise<void>((done) => {
          server.closeAllConnections();
          server.close(() => done());
        });
      resolve({ url: `http://127.0.0.1:${port}/`, close });
    });
  });
}
