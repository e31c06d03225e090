import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judge } from './judge.ts';
import { report } from './report.ts';
import { storm } from './storm.ts';

const USAGE = 'usage: pnpm chaos [--seed N] [--requests N] [--faults N] [--write] [--record FILE]';
const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const [BEGIN, END] = ['<!-- figures -->\n', '<!-- end of figures -->'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    requests: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '104' },
    write: { type: 'boolean', default: false },
    record: { type: 'string' },
  },
});
const [seed, requests, faults] = [values.seed, values.requests, values.faults].map(Number);
if (!Number.isInteger(seed) || !requests || !faults) throw new Error(USAGE);

const command = `pnpm chaos --seed ${seed} --requests ${requests} --faults ${faults}`;
console.log(command);
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => interrupted.abort(new Error(`ended by ${name}`)));
}
const record = await storm({
  seed: seed ?? 0,
  requests,
  faults,
  sleepMs: 35_000,
  retries: 100,
  signal: interrupted.signal,
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
});
if (values.record) writeFileSync(values.record, JSON.stringify(record, null, 1));
const broken = judge(record);
const figures = report(record, command, broken);
console.log(`\n${figures}`);
for (const sentence of broken) console.log(`BROKEN ${sentence}`);
if (values.write) {
  const page = readFileSync(PAGE, 'utf8');
  const [head = '', rest = ''] = page.split(BEGIN);
  writeFileSync(PAGE, `${head}${BEGIN}${figures}${END}${rest.split(END)[1] ?? ''}`);
}
process.exitCode = broken.length === 0 ? 0 : 1;
