import type { PageName } from './bench-pages.ts';
import { cpuTimeOf, familyOf } from './cpu-time.ts';
import { framesRound } from './frames.ts';
import { actsRound, nameOf, READ_NAMES, READS, START_COMMANDS, warmRound, warmUp } from './measure.ts';
import { runToEnd } from './product.ts';
import { measureSizes } from './sizes.ts';
import type { Stage } from './stage.ts';
import type { Timings } from './statistics.ts';
import type { Group, Results } from './targets.ts';

const START_BATCHES = 6;
const STARTS_IN_A_BATCH = 4;
const WARM_ROUNDS = 15;
const ACTS_ROUNDS = 6;
const READ_CALLS: Record<PageName, number> = { small: 0, middle: 4, large: 2 };
const SNAPSHOT_ROUNDS = 4;

/**
 * How each group is measured where other work goes on too, as in CI. Calls of some milliseconds are timed. What
 * takes longer is always disturbed: of that, the time on a processor counts.
 */
export const SHORT_MEASURES: Record<Group, (stage: Stage, results: Results) => Promise<void>> = {
  start: async (stage, { timings }) => {
    for (let batch = 0; batch < START_BATCHES; batch += 1) {
      for (const [name, args] of Object.entries(START_COMMANDS))
        timings.add(name, await startCost(stage, args));
    }
  },
  warm: async (stage, { timings }) => {
    await stage.show('small');
    await warmUp(stage, 'small');
    for (let round = 0; round < WARM_ROUNDS; round += 1) await warmRound(stage, timings, 'small', round);
  },
  acts: async (stage, { timings }) => {
    await stage.show('small');
    for (let round = 0; round < ACTS_ROUNDS; round += 1) await actsRound(stage, timings, round);
  },
  frames: async (stage, { timings }) => framesRound(stage, timings),
  large: async (stage, { timings }) => {
    for (const page of ['middle', 'large'] as const) {
      await stage.show(page);
      for (const what of READ_NAMES) {
        for (let call = 0; call < READ_CALLS[page]; call += 1) {
          await costOfProduct(stage, timings, nameOf('bproxy', page, what), () => READS[what](stage.product));
        }
      }
    }
    for (let round = 0; round < SNAPSHOT_ROUNDS; round += 1) {
      await costOfProduct(stage, timings, nameOf('bproxy', 'large', 'snapshot'), () =>
        READS.snapshot(stage.product),
      );
      await costOfPlaywright(stage, timings, nameOf('playwright-core', 'large', 'snapshot'), () =>
        stage.playwright.snapshot('large'),
      );
    }
  },
  standing: async (stage, results) => {
    results.sizes = await measureSizes(stage);
    results.memory = stage.product.memory();
  },
};

/** The shell that starts them knows what its children took, in hundredths of a second. */
async function startCost({ world }: Stage, args: readonly string[]): Promise<number> {
  const count = Array.from({ length: STARTS_IN_A_BATCH }, (_, index) => index).join(' ');
  const script = `for i in ${count}; do "$@" >/dev/null || exit 1; done; cat /proc/$$/stat`;
  const stat = await runToEnd('sh', ['-c', script, 'sh', process.execPath, ...args], {
    ...process.env,
    BPROXY_HOME: world.home,
  });
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 10) / STARTS_IN_A_BATCH;
}

async function costOfProduct(
  stage: Stage,
  timings: Timings,
  name: string,
  call: () => Promise<unknown>,
): Promise<void> {
  const family = [...new Set([...familyOf(stage.browserPid), stage.product.daemonPid()])];
  const before = cpuTimeOf(family);
  await call();
  timings.add(name, cpuTimeOf(family) - before);
}

/** Its client runs in this process. */
async function costOfPlaywright(
  stage: Stage,
  timings: Timings,
  name: string,
  call: () => Promise<unknown>,
): Promise<void> {
  const others = new Set(familyOf(stage.browserPid));
  const family = familyOf(process.pid).filter((pid) => !others.has(pid));
  const before = cpuTimeOf(family);
  await call();
  timings.add(name, cpuTimeOf(family) - before);
}
