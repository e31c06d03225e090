import { type Rung, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import type { DaemonFinding } from '../../machine/daemon-status.ts';
import type { Answerer } from '../../machine/who-answers.ts';

const { pass, fail, notReached } = rungs('port');

export interface PortQuestion {
  daemon: DaemonFinding;
  /** The port of the settings, if it has to be that one. */
  fixedPort: number | undefined;
  knock(port: number): Promise<Answerer>;
}

/** Whether the port answers, and whether it is our daemon that does. */
export async function portRung(patient: Patient, { daemon, fixedPort, knock }: PortQuestion): Promise<Rung> {
  const { running, status } = daemon;
  if (!running) {
    if (fixedPort === undefined || (await knock(fixedPort)) === 'closed') {
      return notReached('The daemon has no port while it does not run.');
    }
    return fail(`Port ${fixedPort} of the settings is taken by another program, so no daemon can start.`, {
      evidence: [`127.0.0.1:${fixedPort}: answers`],
      fix: 'End that program, or set another "port" in config.json.',
    });
  }
  const { port } = running;
  if (status) return pass(`Port ${port} is the daemon's.`, { evidence: [`127.0.0.1:${port}: our daemon`] });
  const answerer = await knock(port);
  const evidence = [`127.0.0.1:${port}: ${ANSWERERS[answerer]}`];
  const fix = commandsFor(patient).bproxy('service', 'restart');
  switch (answerer) {
    case 'closed':
      return fail(`Nobody answers on port ${port}.`, { evidence, fix });
    case 'stranger':
      return fail(`Another program answers on port ${port}.`, { evidence, fix });
    case 'bproxy':
      return fail(`A daemon answers on port ${port}, but refuses the token of this home.`, { evidence, fix });
  }
}

const ANSWERERS = { closed: 'closed', stranger: 'not a bproxy daemon', bproxy: 'a bproxy daemon' } as const;
