/** Why a port to the host could not be opened, or closed. */
export type PortFailure =
  | 'not-found'
  | 'forbidden'
  | 'policy'
  | 'bad-name'
  | 'exited'
  | 'start-failed'
  | 'communication'
  | 'silent'
  | 'unknown';

/**
 * Chrome's texts mean less than they say. "Not found" is also a manifest that Chrome could not accept or a
 * `path` that is not there; "has exited" is also a launcher that could not be run. None of them carries a code.
 */
const TEXTS: ReadonlyArray<readonly [fragment: string, failure: PortFailure]> = [
  ['native messaging host not found', 'not-found'],
  ['native messaging host is forbidden', 'forbidden'],
  ['disabled by the system administrator', 'policy'],
  ['Invalid native messaging host name', 'bad-name'],
  ['Native host has exited', 'exited'],
  ['Failed to start native messaging host', 'start-failed'],
  ['Error when communicating with the native messaging host', 'communication'],
];

export function portFailureOf(text: string): PortFailure {
  const lower = text.toLowerCase();
  return TEXTS.find(([fragment]) => lower.includes(fragment.toLowerCase()))?.[1] ?? 'unknown';
}

/** Only a person can mend these: trying often would start nothing but wake the worker. */
export function needsSetup(failure: PortFailure): boolean {
  return ['not-found', 'forbidden', 'policy', 'bad-name'].includes(failure);
}
