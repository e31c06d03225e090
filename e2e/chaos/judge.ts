import type { Usage } from './arena.ts';
import type { Asked, Attempt } from './asked.ts';
import type { Record } from './storm.ts';

/** The command waits two seconds longer than its deadline; the rest allows for a busy machine. */
const DEADLINE_MARGIN_MS = 2_000 + 10_000;
const RECOVERY_MS = 5_000;
/** A busy machine is slow; a chain that does not recover takes forever. */
const LOAD_FACTOR = 4;
const MEMORY_SLACK_KB = 40_000;
const MOST_MEMORY_KB = 250_000;
const FILES_SLACK = 4;

/** Errors that say that the request was not run. */
const NEVER_RAN = [
  'NO_EXTENSION',
  'SESSION_NOT_FOUND',
  'TAB_NOT_FOUND',
  'TAB_NOT_VISIBLE',
  'RATE_LIMITED',
  'OVERLOADED',
  'ELEMENT_NOT_FOUND',
];

/** Errors that may answer a request that took effect: the outcome is unknown, or this is the first answer again. */
const HAVING_RUN = ['OUTCOME_UNKNOWN', 'NAVIGATION_FAILED', 'TAB_NOT_FOUND', 'SCRIPT_ERROR', 'TIMEOUT'];

/** Every promise that the storm broke, as a sentence; none if all were kept. */
export function judge(record: Record): string[] {
  return [
    ...record.asked.flatMap((asked) => judgeRequest(asked, record.effects.get(asked.id) ?? 0, record)),
    ...record.retried.flatMap(judgeRetry),
    ...judgeEnd(record),
  ];
}

function judgeRequest(asked: Asked, effects: number, record: Record): string[] {
  const broken: string[] = [];
  const say = (text: string) => broken.push(`${asked.id}: ${text} (${historyOf(asked)})`);
  if (effects > 1) say(`it had ${effects} effects`);
  if (asked.attempts.some(wentWell) && effects !== 1)
    say(`it was answered with ok and had ${effects} effects`);
  if (asked.attempts.every(claimsNothing) && effects > 0)
    say('it was said not to have run, and had an effect');
  for (const { startedAt, endedAt } of asked.attempts) {
    const asleep = record.struck
      .filter(({ fault }) => fault === 'all asleep')
      .reduce(
        (sum, strike) =>
          sum + Math.max(0, Math.min(endedAt, strike.endedAt) - Math.max(startedAt, strike.startedAt)),
        0,
      );
    const took = endedAt - startedAt - asleep;
    if (took > asked.timeoutMs + DEADLINE_MARGIN_MS) say(`it had no answer for ${took} ms`);
  }
  return broken;
}

function judgeRetry({ asked, before, after }: Record['retried'][number]): string[] {
  const last = asked.attempts.at(-1);
  const again = last ? nameOf(last) : 'nothing';
  if (before > 0 && last?.outcome === 'ok')
    return [`${asked.id}: asked again, it claimed to have run for the first time (${historyOf(asked)})`];
  if (after > 1) return [`${asked.id}: asked again, it had ${after} effects and answered ${again}`];
  const isHonest = before === 0 || last?.outcome === 'replay' || HAVING_RUN.includes(again);
  return isHonest ? [] : [`${asked.id}: it had run, and asked again it answered ${again}`];
}

function judgeEnd(record: Record): string[] {
  const broken: string[] = [];
  const { usage, peaks, left, tabsLeft, lostSessions, recoveryMs } = record;
  if (recoveryMs > RECOVERY_MS * LOAD_FACTOR) broken.push(`the next command took ${recoveryMs} ms to work`);
  if (left.length > 0) broken.push(`left over: ${left.join(', ')}`);
  if (tabsLeft > 0) broken.push(`${tabsLeft} tabs were left`);
  if (lostSessions > 0) broken.push(`${lostSessions} sessions were lost`);
  for (const part of ['daemon', 'link'] as const) {
    broken.push(...judgeUsage(part, usage.before[part], usage.after[part]));
    if (peaks[part] > MOST_MEMORY_KB) broken.push(`the ${part} had ${peaks[part]} KB of memory`);
  }
  return broken;
}

function judgeUsage(part: string, before: Usage | undefined, after: Usage | undefined): string[] {
  if (!before || !after) return [`the ${part} was gone`];
  if (before.pid !== after.pid) return [`the ${part} was replaced although nothing happened to it`];
  const grown = after.kilobytes - before.kilobytes;
  const files = after.files - before.files;
  return [
    ...(grown > MEMORY_SLACK_KB ? [`the ${part} grew by ${grown} KB`] : []),
    ...(files > FILES_SLACK ? [`the ${part} has ${files} more open files`] : []),
  ];
}

export function wentWell({ outcome }: Attempt): boolean {
  return outcome === 'ok' || outcome === 'replay';
}

function claimsNothing({ outcome, why, message }: Attempt): boolean {
  if (message.includes('may have')) return false;
  return NEVER_RAN.includes(why) || (outcome === 'failed' && /nothing was (sent|done)/i.test(why));
}

/** The command's message when it got no answer. */
const FAILURES = {
  'nothing was sent': 'no daemon: nothing was sent',
  'nothing was done': 'request cut off: nothing was done',
  'may have happened': 'no answer: may have happened',
  'refused the token': 'token refused',
} as const;

export function nameOf({ outcome, why }: Attempt): string {
  if (outcome === 'error') return why;
  if (outcome !== 'failed') return outcome;
  return Object.entries(FAILURES).find(([words]) => why.toLowerCase().includes(words))?.[1] ?? why;
}

function historyOf({ attempts }: Asked): string {
  return attempts.map(nameOf).join('; ');
}
