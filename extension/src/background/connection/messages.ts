import type { AnyForwardedRequest, LinkState, ToExtensionMessage } from '@bproxy/shared';

/** A readable message, or as much of a broken one as an answer needs. */
type Incoming =
  | { kind: 'message'; message: ToExtensionMessage }
  | { kind: 'unknown-action'; id: string; action: string }
  | { kind: 'bad-request'; id: string; issues: string[] }
  | { kind: 'malformed'; reason: string };

type Fields = Record<string, unknown>;

export function readIncoming(value: unknown, isKnown: (action: string) => boolean): Incoming {
  if (!isFields(value)) return malformed('not an object');
  if (value['type'] === 'request') return readRequest(value['request'], isKnown);
  return isPlainMessage(value)
    ? { kind: 'message', message: value }
    : malformed(`an unreadable message of type ${JSON.stringify(value['type'])?.slice(0, 40)}`);
}

function malformed(reason: string): Incoming {
  return { kind: 'malformed', reason };
}

function readRequest(value: unknown, isKnown: (action: string) => boolean): Incoming {
  if (!isFields(value)) return malformed('a request that is not an object');
  const { id, action } = value;
  if (typeof id !== 'string' || id === '') return malformed('a request without an id');
  if (typeof action === 'string' && !isKnown(action)) return { kind: 'unknown-action', id, action };
  const issues = issuesOf(value);
  if (issues.length > 0) return { kind: 'bad-request', id, issues };
  // as: the daemon has validated the params against the schemas.
  return { kind: 'message', message: { type: 'request', request: value as Fields & AnyForwardedRequest } };
}

/**
 * Checks the envelope only. The schemas of the params stay out of the extension, because zod's `new Function` probe
 * violates its CSP.
 */
function issuesOf(value: Fields): string[] {
  const { target } = value;
  const tabId = isFields(target) ? target['tabId'] : undefined;
  const checks: Array<[ok: boolean, issue: string]> = [
    [typeof value['action'] === 'string', 'action: must be a string'],
    [isFields(value['params']), 'params: must be an object'],
    [isFiniteNumber(value['deadline']), 'deadline: must be a number'],
    [tabId === null || Number.isInteger(tabId), 'target.tabId: must be an integer or null'],
    [value['protocol_version'] === 1, 'protocol_version: must be 1'],
  ];
  return checks.filter(([ok]) => !ok).map(([, issue]) => issue);
}

type PlainMessage = Exclude<ToExtensionMessage, { type: 'request' }>;

const LINK_STATES: readonly unknown[] = ['attached', 'starting', 'stopped', 'failed'] satisfies LinkState[];

const CHECKS: { [T in PlainMessage['type']]: (value: Fields) => boolean } = {
  welcome: (v) => areStrings(v['daemonVersion'], v['home'], v['client']) && isFiniteNumber(v['protocol']),
  refused: (v) => areStrings(v['reason']),
  pong: (v) =>
    isFiniteNumber(v['ts']) && isFiniteNumber(v['sessions']) && isFiniteNumber(v['pausedSessions']),
  resume: (v) => Array.isArray(v['requests']) && v['requests'].every(isAsked),
  release: (v) => Array.isArray(v['tabIds']) && v['tabIds'].every((tabId) => Number.isInteger(tabId)),
  sessions: (v) => Array.isArray(v['sessions']) && v['sessions'].every(isSessionView),
  cancel: (v) => areStrings(v['id']),
  part: (v) => areStrings(v['id'], v['data'] ?? '') && isCount(v['file'], 0) && isCount(v['from'], 0),
  chunk: (v) => areStrings(v['message'], v['data']) && isCount(v['index'], 0) && isCount(v['count'], 1),
  link: (v) =>
    LINK_STATES.includes(v['state']) &&
    areStrings(v['hostVersion']) &&
    (v['reason'] === undefined || areStrings(v['reason'])),
};

function isPlainMessage(value: Fields): value is Fields & PlainMessage {
  const { type } = value;
  return isPlainType(type) && CHECKS[type](value);
}

function isPlainType(type: unknown): type is PlainMessage['type'] {
  return typeof type === 'string' && Object.hasOwn(CHECKS, type);
}

function isAsked(value: unknown): boolean {
  return isFields(value) && areStrings(value['id'], value['payload'] ?? '');
}

function isSessionView(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { session, title, paused, pauseReason = '', tabIds } = value;
  const hasTabs = Array.isArray(tabIds) && tabIds.every((tabId) => Number.isInteger(tabId));
  return areStrings(session, title, pauseReason) && typeof paused === 'boolean' && hasTabs;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areStrings(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function isFiniteNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least;
}
