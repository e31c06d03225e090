import { parseArgs } from 'node:util';
import { fuzzExtension } from './extension/run.ts';
import { fuzzHttp } from './http/run.ts';
import { fuzzLink } from './link/run.ts';
import { fuzzPage } from './page/run.ts';
import { fuzzSocket } from './socket/run.ts';

/** Each input and its share of the cases: the slower its cases, the smaller the share. */
const TARGETS = [
  { name: 'http', share: 0.35, run: fuzzHttp },
  { name: 'socket', share: 0.3, run: fuzzSocket },
  { name: 'extension', share: 0.24, run: fuzzExtension },
  { name: 'link', share: 0.01, run: fuzzLink },
  { name: 'page', share: 0.1, run: fuzzPage },
] as const;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, cases: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const cases = Number(values.cases ?? 100_000);
if (!Number.isInteger(seed) || !Number.isInteger(cases)) {
  throw new Error('usage: pnpm fuzz [--seed N] [--cases N] [--only http|socket|extension|link|page]');
}

console.log(`seed ${seed}, ${cases} cases`);
for (const { name, share, run } of TARGETS) {
  if (values.only !== undefined && values.only !== name) continue;
  const count = values.only === undefined ? Math.round(cases * share) : cases;
  const started = Date.now();
  const figures = await run(seed, count);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${name}: ${count} cases in ${seconds} s, nothing broken; ${JSON.stringify(figures)}`);
}
