import { createServer, type Server } from 'node:http';
import { type Rung, rungs } from '../../check.ts';
import type { Patient } from '../../installation.ts';
import type { DaemonStatus } from '../../machine/daemon-status.ts';
import { textOf } from '../../machine/guards.ts';
import { inSession, problemOf } from './round-trip.ts';

const { pass, fail, notReached } = rungs('page');

/** Opens a page of the doctor's own in each connected browser, reads a word in it, and closes it again. */
export async function pageRung(patient: Patient, status: DaemonStatus | undefined): Promise<Rung> {
  if (!status || status.clients.length === 0) return notReached('No browser is connected.');
  if (!patient.mayOpenPage) return notReached('`--page` opens a tab for a moment and reads it.');
  const word = `bproxy-doctor-${patient.newId()}`;
  const server = await serve(word);
  try {
    const evidence: string[] = [];
    for (const { id, label } of status.clients) {
      const problem = await inSession(patient, id, (session) => readPage(patient, session, server.url, word));
      if (problem !== undefined)
        return fail(`A page in ${label} could not be read: ${problem}`, { evidence });
      evidence.push(`${label}: opened ${server.url}, read it, closed it`);
    }
    return pass('A page was opened, read and closed.', { evidence });
  } finally {
    await server.close();
  }
}

async function readPage(
  patient: Patient,
  session: string,
  url: string,
  word: string,
): Promise<string | undefined> {
  const opened = await patient.ask('tab.open', { url }, session);
  if (!opened.ok) return problemOf(opened);
  const read = await patient.ask('text', {}, session);
  if (!read.ok) return problemOf(read);
  return textOf(read.data['text']).includes(word) ? undefined : 'it said something else.';
}

/** about:blank would do for opening, but Chrome lets no extension read it. */
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
