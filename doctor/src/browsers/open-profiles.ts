import { readlinkSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isRecord } from '@bproxy/shared';
import { namesIn, readObject, textOf } from '../machine/look.ts';
import { profilesIn } from './profiles.ts';

/** Chrome's own profiles: the profile picker and guests have no extensions. */
const WITHOUT_EXTENSIONS = ['System Profile', 'Guest Profile'];

/** Chrome opens this file in a profile's folder together with the profile. No other file there is certain to exist. */
const HELD_OPEN = 'History';

/** Returns the open profiles of a running browser. Empty if the system does not show them. */
export function openProfiles(userDataDir: string, pid: number): string[] {
  const open = profilesInUse(userDataDir, pid) ?? lastActive(userDataDir);
  return open.filter((name) => !WITHOUT_EXTENSIONS.includes(name));
}

/** Returns the folder of a profile, followed by the name that Chrome's menu shows. */
export function profileTitle(userDataDir: string, profile: string): string {
  const known = profileState(userDataDir)['info_cache'];
  const entry = isRecord(known) ? known[profile] : undefined;
  const name = isRecord(entry) ? textOf(entry['name']) : '';
  return name === '' || name === profile ? profile : `${profile} (${name})`;
}

/** Uses the files that the process holds open, which are always current. Undefined where only Chrome knows. */
function profilesInUse(userDataDir: string, pid: number): string[] | undefined {
  const descriptors = join('/proc', String(pid), 'fd');
  const names = namesIn(descriptors);
  if (names.length === 0) return undefined;
  const folder = realPath(userDataDir);
  const profiles = names.flatMap((name) => {
    const [profile = '', file, ...rest] = relative(folder, target(join(descriptors, name))).split(sep);
    return file === HELD_OPEN && rest.length === 0 ? [profile] : [];
  });
  return [...new Set(profiles)].sort();
}

/** Uses Chrome's own record, which Chrome writes some seconds late. */
function lastActive(userDataDir: string): string[] {
  const listed = profileState(userDataDir)['last_active_profiles'];
  return profilesIn(userDataDir).filter((name) => Array.isArray(listed) && listed.includes(name));
}

function profileState(userDataDir: string): Record<string, unknown> {
  const profile = readObject(join(userDataDir, 'Local State'))?.['profile'];
  return isRecord(profile) ? profile : {};
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Empty for a file that was closed in the meantime. */
function target(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** Finds the process that uses a data folder by the link that Chromium keeps there on Linux and macOS. */
export function browserProcess(userDataDir: string): number | undefined {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(userDataDir, 'SingletonLock')))?.[1] ?? 0);
    if (pid === 0) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
