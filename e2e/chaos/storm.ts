import { setTimeout as sleep } from 'node:timers/promises';
import { Arena, type Usage } from './arena.ts';
import type { Asked } from './asked.ts';
import { Driver } from './driver.ts';
import { FAULTS } from './faults.ts';
import { type FaultName, makePlan, type PlanSize } from './plan.ts';
import { seededRandom } from './random.ts';

export interface StormOptions extends PlanSize {
  /** How long all processes are stopped in the fault "all asleep". */
  sleepMs: number;
  /** How many requests are repeated after the storm. */
  retries: number;
  tell(line: string): void;
  /** Ends the storm early, with everything that it started. */
  signal?: AbortSignal;
}

export interface Struck {
  fault: FaultName;
  leftOut: boolean;
  startedAt: number;
  endedAt: number;
}

/** All that the judge needs to know. */
export interface Record {
  asked: Asked[];
  struck: Struck[];
  effects: Map<string, number>;
  /** How long after the storm a command that acts was answered with ok. */
  recoveryMs: number;
  /** Requests that were repeated after the storm, with their effects before and after. */
  retried: Array<{ asked: Asked; before: number; after: number }>;
  lostSessions: number;
  tabsLeft: number;
  left: string[];
  usage: { before: ReturnType<Arena['usage']>; after: ReturnType<Arena['usage']> };
  peaks: { daemon: number; link: number };
  durationMs: number;
}

/** No request is sent before the faults that were due so many requests earlier are over. */
const LEAD = 6;

export async function storm(options: StormOptions): Promise<Record> {
  const plan = makePlan(options);
  const random = seededRandom(plan.seed + 1);
  const startedAt = Date.now();
  const arena = await Arena.open(plan);
  const struck: Struck[] = [];
  const peaks = { daemon: 0, link: 0 };
  const waiting = [...plan.strikes];
  let striking = Promise.resolve();
  let behind: number[] = [];

  const strikeAll = async (index: number) => {
    options.signal?.throwIfAborted();
    for (let next = waiting[0]; next && next.atRequest <= index; next = waiting[0]) {
      waiting.shift();
      const { fault, delayMs, atRequest } = next;
      behind.push(atRequest);
      striking = striking.then(async () => {
        await sleep(delayMs);
        const from = Date.now();
        const outcome = await FAULTS[fault]({
          arena,
          driver,
          random,
          number: struck.length,
          sleepMs: options.sleepMs,
        });
        struck.push({ fault, leftOut: outcome === 'left out', startedAt: from, endedAt: Date.now() });
        options.tell(
          `${struck.length}/${plan.strikes.length} ${fault}${outcome === 'struck' ? '' : ': LEFT OUT'}`,
        );
        behind = behind.filter((at) => at !== atRequest);
      });
    }
    note(peaks, arena.usage());
    while (behind.some((at) => at < index - LEAD)) await Promise.race([striking, sleep(100)]);
  };
  const driver = new Driver(arena, plan, strikeAll);

  try {
    await Promise.all([
      driver.run(),
      failing(
        () => striking,
        () => waiting.length === 0,
      ),
    ]);
    await striking;
    const calm = Date.now();
    await driver.openAnotherTab();
    const recoveryMs = Date.now() - calm;
    options.tell(`the storm is over; ${recoveryMs} ms later a command works`);

    const before = arena.usage();
    const retried = await askAgain(arena, driver, options.retries, random);
    const usage = { before, after: arena.usage() };
    await driver.closeSession();
    const tabsLeft = (await arena.devtools.tabs(arena.effects.pages.url('/'))).length;
    const effects = new Map(driver.asked.map(({ id }) => [id, arena.effects.of(id)]));
    const { asked, lostSessions } = driver;
    const left = await arena.close();
    return {
      asked,
      struck,
      effects,
      recoveryMs,
      retried,
      lostSessions,
      tabsLeft,
      left,
      usage,
      peaks,
      durationMs: Date.now() - startedAt,
    };
  } catch (error) {
    arena.signalAll('SIGCONT');
    await arena.close();
    throw error;
  }
}

/** Rejects when a fault fails; the chain of them grows while the requests are sent. */
async function failing(chain: () => Promise<void>, isOver: () => boolean): Promise<void> {
  do {
    await chain();
    await sleep(100);
  } while (!isOver());
}

async function askAgain(
  arena: Arena,
  driver: Driver,
  count: number,
  random: () => number,
): Promise<Record['retried']> {
  const all = driver.asked.filter(({ kind }) => kind !== 'big fill');
  const chosen = all
    .map((asked) => ({ asked, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count);
  const retried: Record['retried'] = [];
  for (const { asked } of chosen) {
    const before = arena.effects.of(asked.id);
    await arena.commands.ask(asked);
    retried.push({ asked, before, after: arena.effects.of(asked.id) });
  }
  return retried;
}

function note(
  peaks: Record['peaks'],
  { daemon, link }: { daemon: Usage | undefined; link: Usage | undefined },
): void {
  peaks.daemon = Math.max(peaks.daemon, daemon?.kilobytes ?? 0);
  peaks.link = Math.max(peaks.link, link?.kilobytes ?? 0);
}
