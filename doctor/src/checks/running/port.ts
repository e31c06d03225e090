import { type Check, fail, notReached, pass } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { whoAnswers } from '../../machine/who-answers.ts';

/** Whether the port answers, and whether the answer is from our daemon. */
export const portCheck: Check = {
  name: 'port',
  async run({ installation, config, daemon: { running, status } }) {
    const fixedPort = config.kind === 'valid' ? config.port : undefined;
    if (!running) {
      if (fixedPort === undefined || (await whoAnswers(fixedPort)) === 'closed') {
        return notReached('The daemon does not run, so it has no port.');
      }
      return fail(`Port ${fixedPort} of the settings is taken by another program, so no daemon can start.`, {
        evidence: [`127.0.0.1:${fixedPort}: answers`],
        fix: 'End that program, or set another "port" in config.json.',
      });
    }
    const { port } = running;
    if (status) return pass(`Port ${port} is the daemon's.`, { evidence: [`127.0.0.1:${port}: our daemon`] });
    const answerer = await whoAnswers(port);
    const evidence = [`127.0.0.1:${port}: ${ANSWERERS[answerer]}`];
    const fix = commandsFor(installation).bproxy('service', 'restart');
    switch (answerer) {
      case 'closed':
        return fail(`Nobody answers on port ${port}.`, { evidence, fix });
      case 'stranger':
        return fail(`Another program answers on port ${port}.`, { evidence, fix });
      case 'bproxy':
        return fail(`A daemon answers on port ${port}, but refuses the token of this home.`, {
          evidence,
          fix,
        });
    }
  },
};

const ANSWERERS = { closed: 'closed', stranger: 'not a bproxy daemon', bproxy: 'a bproxy daemon' } as const;
