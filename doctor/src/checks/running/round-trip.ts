import { type Rung, rungs } from '../../check.ts';
import type { Answer, Patient } from '../../installation.ts';
import type { DaemonStatus } from '../../machine/daemon-status.ts';
import { messageOf, textOf } from '../../machine/guards.ts';

const { pass, fail, notReached } = rungs('round-trip');
const RELOAD = 'Reload the extension in chrome://extensions, then look again.';

/** Asks each connected extension for its own record: there and back, and no tab is touched. */
export async function roundTripRung(patient: Patient, status: DaemonStatus | undefined): Promise<Rung> {
  if (!status || status.clients.length === 0) return notReached('No browser is connected.');
  const evidence: string[] = [];
  for (const { id, label } of status.clients) {
    const started = patient.now();
    const problem = await inSession(patient, id, async (session) =>
      problemOf(await patient.ask('debug.log', { limit: 1 }, session)),
    );
    if (problem !== undefined) {
      return fail(`The extension in ${label} does not answer: ${problem}`, { evidence, fix: RELOAD });
    }
    evidence.push(`${label}: ${patient.now() - started} ms`);
  }
  return pass('The extension answers.', { evidence });
}

/** A session of the doctor's own, closed whatever happens. Returns what went wrong. */
export async function inSession(
  patient: Patient,
  browser: string,
  work: (session: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    const created = await patient.ask('session.create', { browser });
    if (!created.ok) return problemOf(created);
    const session = textOf(created.data['session']);
    try {
      return await work(session);
    } finally {
      await patient.ask('session.close', {}, session);
    }
  } catch (error) {
    return messageOf(error);
  }
}

export function problemOf(answer: Answer): string | undefined {
  if (answer.ok) return undefined;
  return `${answer.error.code}: ${textOf(answer.error['message'])}`;
}
