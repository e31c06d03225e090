import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home.ts';
import type { SessionFolders } from '../pipeline/context.ts';

/** tmp/sessions/<id>, private, gone with the session. Nothing of ours lies in the system's temp folder. */
export function sessionFolders(home: Home): SessionFolders {
  const pathOf = (session: string) => join(home.tmp, 'sessions', session);
  return {
    create: (session) => {
      mkdirSync(pathOf(session), { recursive: true, mode: 0o700 });
      return pathOf(session);
    },
    remove: (session) => rmSync(pathOf(session), { recursive: true, force: true }),
  };
}
