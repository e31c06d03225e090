import { join } from 'node:path';
import { HOME_FILES, PROTOCOL_VERSION } from '@bproxy/shared';
import { diagnose } from '../diagnose.ts';
import type { Installation } from '../installation.ts';
import { findDaemon } from '../machine/daemon-status.ts';
import { readText } from '../machine/look.ts';
import { readLogs } from './log-lines.ts';
import { scrubber, scrubObject } from './scrub.ts';
import { readSettings } from './settings.ts';

export interface ReportFacts {
  userName: string;
  /** The system's own description: platform, release, architecture. */
  system: Record<string, string>;
  /** The number of lines from each log. */
  lines: number;
}

/** Collects everything that a remote helper would ask for, without private data. */
export async function makeReport(installation: Installation, facts: ReportFacts): Promise<object> {
  const { home, machine } = installation;
  const { status } = await findDaemon(installation);
  const scrub = scrubber({
    homeDir: machine.homeDir,
    userName: facts.userName,
    secrets: [
      [(readText(join(home, HOME_FILES.token)) ?? '').trim(), '[token]'],
      // A person may have named a browser after something private.
      ...(status?.clients ?? []).map(({ label }, at) => [label, `browser ${at + 1}`] as const),
    ],
  });
  const report = {
    ok: true,
    versions: {
      bproxy: installation.cliVersion,
      protocol: PROTOCOL_VERSION,
      node: process.version,
      daemon: status?.version ?? null,
      extensions: status?.clients.map(({ extensionVersion }) => extensionVersion) ?? [],
      browsers: status?.clients.map(({ browser }) => browser) ?? [],
    },
    system: facts.system,
    settings: readSettings(home),
    doctor: await diagnose({ ...installation, mayOpenPage: false, namesProfiles: false }, { fix: false }),
    logs: readLogs(home, facts.lines),
  };
  return scrubObject(report, scrub);
}
