import { messageOf } from '@bproxy/shared';
import { type Check, fail, notReached, pass } from '../../check.ts';
import type { Answer, Installation } from '../../installation.ts';
import { textOf } from '../../machine/look.ts';

const RELOAD = 'Reload the extension in chrome://extensions, then look again.';

/** Asks each connected extension for its own record: a full round trip that touches no tab. */
export const roundTripCheck: Check = {
  name: 'round-trip',
  async run({ installation, daemon: { status } }) {
    if (!status || status.clients.length === 0) return notReached('No browser is connected.');
    const evidence: string[] = [];
    for (const { id, label } of status.clients) {
      const started = installation.now();
      const problem = await inSession(installation, id, async (session) =>
        problemOf(await installation.ask('debug.log', { limit: 1 }, session)),
      );
      if (problem !== undefined) {
        return fail(`The extension in ${label} does not answer: ${problem}`, { evidence, fix: RELOAD });
      }
      evidence.push(`${label}: ${installation.now() - started} ms`);
    }
    return pass('The extension answers.', { evidence });
  },
};

/** Runs the work in the doctor's own session, which it always closes. Returns the problem, if any. */
export async function inSession(
  installation: Installation,
  browser: string,
  work: (session: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    const created = await installation.ask('session.create', { browser });
    if (!created.ok) return problemOf(created);
    const session = textOf(created.data['session']);
    try {
      return await work(session);
    } finally {
      await installation.ask('session.close', {}, session);
    }
  } catch (error) {
    return messageOf(error);
  }
}

export function problemOf(answer: Answer): string | undefined {
  if (answer.ok) return undefined;
  return `${answer.error.code}: ${textOf(answer.error['message'])}`;
}
