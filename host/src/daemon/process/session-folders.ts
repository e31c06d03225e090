import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SESSION_FOLDERS } from '@bproxy/shared';
import { type Home, makePrivateFolder } from '../../home/home.ts';
import type { SessionFolders } from '../context.ts';

const foldersAt = (home: Home) => join(home.tmp, SESSION_FOLDERS);

/** tmp/sessions/<id>: private, and removed with the session. bproxy puts nothing into the system's temp folder. */
export function sessionFolders(home: Home): SessionFolders {
  const pathOf = (session: string) => join(foldersAt(home), session);
  return {
    create: (session) => {
      makePrivateFolder(pathOf(session));
      return pathOf(session);
    },
    remove: (session) => rmSync(pathOf(session), { recursive: true, force: true }),
  };
}

/** Removes the folders of an earlier daemon's sessions, except for sessions that continue. */
export function removeFoldersBut(home: Home, sessions: readonly string[]): void {
  if (!existsSync(foldersAt(home))) return;
  const gone = readdirSync(foldersAt(home)).filter((name) => !sessions.includes(name));
  for (const name of gone) rmSync(join(foldersAt(home), name), { recursive: true, force: true });
}
