import { describe, expect, it } from 'vitest';
import type { Asked, Attempt } from './asked.ts';
import { judge } from './judge.ts';
import type { Record } from './storm.ts';

const usage = { pid: 1, kilobytes: 50_000, files: 20 };
const calm: Record = {
  asked: [],
  struck: [],
  effects: new Map(),
  recoveryMs: 900,
  retried: [],
  lostSessions: 0,
  tabsLeft: 0,
  left: [],
  usage: { before: { daemon: usage, link: usage }, after: { daemon: usage, link: usage } },
  peaks: { daemon: 60_000, link: 60_000 },
  durationMs: 1,
};

function attempt(outcome: Attempt['outcome'], why = '', change: Partial<Attempt> = {}): Attempt {
  return { startedAt: 0, endedAt: 100, code: 0, outcome, why, message: '', session: undefined, ...change };
}

function asked(...attempts: Attempt[]): Asked {
  return { id: 'a', kind: 'click', args: [], timeoutMs: 1_000, attempts };
}

const afterwards = (effects: number, ...attempts: Attempt[]): Record => ({
  ...calm,
  asked: [asked(...attempts)],
  effects: new Map([['a', effects]]),
});

describe('the judge', () => {
  it('has nothing to say when all promises were kept', () => {
    expect(judge(calm)).toEqual([]);
    expect(judge(afterwards(1, attempt('error', 'TIMEOUT'), attempt('replay')))).toEqual([]);
    expect(judge(afterwards(0, attempt('error', 'NO_EXTENSION')))).toEqual([]);
    const visited = attempt('error', 'TAB_NOT_FOUND', { message: 'the address may have been visited.' });
    expect(judge(afterwards(1, visited))).toEqual([]);
  });

  it.each<[string, Record]>([
    ['2 effects', afterwards(2, attempt('error', 'OUTCOME_UNKNOWN'))],
    ['answered with ok and had 0 effects', afterwards(0, attempt('ok'))],
    ['said not to have run', afterwards(1, attempt('error', 'NO_EXTENSION'))],
    ['no answer for 90000 ms', afterwards(0, attempt('error', 'TIMEOUT', { endedAt: 90_000 }))],
    [
      'claimed to have run for the first time',
      { ...calm, retried: [{ asked: asked(attempt('ok')), before: 1, after: 1 }] },
    ],
    [
      'asked again, it had 2 effects',
      { ...calm, retried: [{ asked: asked(attempt('replay')), before: 1, after: 2 }] },
    ],
    ['took 30000 ms', { ...calm, recoveryMs: 30_000 }],
    ['left over: link.sock', { ...calm, left: ['link.sock'] }],
    ['1 tabs were left', { ...calm, tabsLeft: 1 }],
    ['1 sessions were lost', { ...calm, lostSessions: 1 }],
    [
      'it had run, and asked again it answered SESSION_NOT_FOUND',
      {
        ...calm,
        retried: [{ asked: asked(attempt('error', 'SESSION_NOT_FOUND')), before: 1, after: 1 }],
      },
    ],
    ['the daemon was gone', { ...calm, usage: { ...calm.usage, after: { daemon: undefined, link: usage } } }],
    [
      'the link grew',
      { ...calm, usage: { ...calm.usage, after: { daemon: usage, link: { ...usage, kilobytes: 99_000 } } } },
    ],
    [
      'open files',
      { ...calm, usage: { ...calm.usage, after: { daemon: { ...usage, files: 90 }, link: usage } } },
    ],
    ['250001 KB', { ...calm, peaks: { daemon: 250_001, link: 0 } }],
  ])('says: %s', (words, record) => {
    expect(judge(record).join('\n')).toContain(words);
    expect(judge(record)).toHaveLength(1);
  });
});
