import { join } from 'node:path';
import { HOME_FILES } from '@bproxy/shared';
import { type Check, fail, pass } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { readText } from '../../machine/look.ts';

/** Whether a daemon runs, belongs to this home, and accepts the token of this home. */
export const daemonCheck: Check = {
  name: 'daemon',
  run({ installation, daemon: { running, status, problem } }) {
    const lock = join(installation.home, HOME_FILES.lock);
    const { bproxy } = commandsFor(installation);
    if (!running) {
      const left = readText(lock)?.split('\n', 1)[0];
      const found = left === undefined ? 'not there' : `names the process ${left}, which has ended`;
      return fail('The daemon does not run.', {
        evidence: [`${lock}: ${found}`],
        fix: bproxy('service', 'start'),
        repairs: [{ kind: 'start-daemon' }],
      });
    }
    const evidence = [`${lock}: process ${running.pid}, port ${running.port}`];
    const restart = bproxy('service', 'restart');
    if (!status) return fail(`A daemon runs, but ${lowered(problem)}`, { evidence, fix: restart });
    evidence.push(`it says: process ${status.pid}, ${status.version}, started by ${status.startedBy}`);
    if (status.pid !== running.pid) {
      return fail(`Another daemon (process ${status.pid}) answers for this home.`, {
        evidence,
        fix: restart,
      });
    }
    return pass(`The daemon runs (process ${status.pid}) and takes the token.`, { evidence });
  },
};

/** Makes a sentence fit after a comma. */
function lowered(sentence: string): string {
  return sentence.replace(/^(The|A) /, (article) => article.toLowerCase());
}
