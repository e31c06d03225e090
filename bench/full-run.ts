import { writeFileSync } from 'node:fs';
import { PAGES, type PageName } from './bench-pages.ts';
import { backToBack } from './endurance.ts';
import { framesRound } from './frames.ts';
import {
  actsRound,
  coldCommands,
  coldRound,
  firstReads,
  readsRound,
  START_COMMANDS,
  snapshotRound,
  warmRound,
  warmUp,
} from './measure.ts';
import { measurePeers } from './peers/measure-peers.ts';
import { pictureOf } from './picture.ts';
import { documentOf, tableOf } from './report.ts';
import { measureSizes } from './sizes.ts';
import { Stage } from './stage.ts';
import { Timings } from './statistics.ts';
import { isMet, targetRows } from './targets.ts';
import { versionsOf } from './versions.ts';

const ROUNDS = 7;
/** Calls in one round: on a small page one call is short, and many are needed for a steady median. */
const WARM_CALLS: Record<PageName, number> = { small: 12, middle: 3, large: 1 };
/** How often a page is reloaded in one round: calls in one document take similar times, but documents differ. */
const VISITS: Record<PageName, number> = { small: 3, middle: 1, large: 1 };
const ACTS_EACH = 3;
const COLD_ROUNDS_EACH = 3;
/** More of the two that are compared: they differ by less than one start does from the next. */
const STARTS_EACH = 8;

/** Measures everything, prints the figures and writes them into docs/. */
export async function fullRun({ peers: withPeers }: { peers: boolean }): Promise<number> {
  const stage = await Stage.setUp();
  try {
    const versions = versionsOf(stage);
    const timings = new Timings();
    for (let round = 0; round < ROUNDS; round += 1) await oneRound(stage, timings, round);
    const sizes = await measureSizes(stage);
    const endurance = await backToBack(stage);
    const memory = stage.product.memory();
    const peers = withPeers ? await measurePeers(stage) : [];
    const results = { timings, sizes, memory, endurance, peers };
    const rows = targetRows(results);
    console.log(tableOf(rows));
    writeFileSync(docs('performance.md'), documentOf(results, rows, versions, withPeers));
    writeFileSync(docs('performance.svg'), pictureOf(results));
    return rows.every((row) => isMet(row)) ? 0 : 1;
  } finally {
    await stage.close();
  }
}

async function oneRound(stage: Stage, timings: Timings, round: number): Promise<void> {
  console.log(`── round ${round + 1} of ${ROUNDS}`);
  for (const page of PAGES) {
    for (let visit = 0; visit < VISITS[page]; visit += 1)
      await warmVisit(stage, timings, page, round + visit);
    await readsRound(stage, timings, page);
    await snapshotRound(stage, timings, page);
    if (page !== 'small') continue;
    for (let turn = 0; turn < ACTS_EACH; turn += 1) await actsRound(stage, timings, round + turn);
    await framesRound(stage, timings);
    await stage.show(page);
    for (let cold = 0; cold < COLD_ROUNDS_EACH; cold += 1) {
      await coldRound(stage, timings, coldCommands(stage), round + cold);
    }
    for (let start = 0; start < STARTS_EACH; start += 1) {
      await coldRound(stage, timings, START_COMMANDS, start);
    }
  }
}

async function warmVisit(stage: Stage, timings: Timings, page: PageName, first: number): Promise<void> {
  await stage.show(page);
  await firstReads(stage, timings, page, first);
  await warmUp(stage, page);
  await warmRound(stage, new Timings(), page, first);
  await snapshotRound(stage, new Timings(), page);
  for (let call = 0; call < WARM_CALLS[page]; call += 1) await warmRound(stage, timings, page, first + call);
}

function docs(name: string): URL {
  return new URL(`../docs/${name}`, import.meta.url);
}
