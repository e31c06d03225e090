import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { until, World } from '../harness/world.ts';
import { Agent } from './agent.ts';
import type { Application, Task } from './application.ts';
import { APPLICATIONS } from './applications.ts';
import { installed } from './installed.ts';
import { lineOf, type Outcome, report } from './report.ts';
import { freePort, Server } from './server.ts';

const USAGE = 'usage: pnpm applications [--only node-red|tiddlywiki|cloudcmd] [--write]';
const PAGE = fileURLToPath(new URL('../../docs/applications.md', import.meta.url));
const [BEGIN, END] = ['<!-- figures -->\n', '<!-- end of figures -->'];

const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const chosen = APPLICATIONS.filter((each) => values.only === undefined || each.package === values.only);
if (chosen.length === 0 || (values.write && values.only !== undefined)) throw new Error(USAGE);

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => interrupted.abort(new Error(`ended by ${name}`)));
}
const world = new World();
const outcomes: Outcome[] = [];
try {
  for (const { package: name } of chosen) {
    console.log(`installing ${name}, unless an earlier run has`);
    await installed(name, interrupted.signal);
  }
  await world.startBrowser('main', { args: ['--window-size=1400,900'] });
  await world.connected();
  for (const application of chosen) await runTasksOf(application);
} finally {
  await world.close();
}
const figures = report(outcomes);
console.log(`\n${figures}`);
if (values.write) {
  const page = readFileSync(PAGE, 'utf8');
  const [head = '', rest = ''] = page.split(BEGIN);
  writeFileSync(PAGE, `${head}${BEGIN}${figures}${END}${rest.split(END)[1] ?? ''}`);
}
process.exitCode = outcomes.every(({ met }) => met) ? 0 : 1;

async function runTasksOf(application: Application): Promise<void> {
  const program = await installed(application.package, interrupted.signal);
  const [data, port] = [join(world.dir, application.package), await freePort()];
  mkdirSync(data);
  const url = `http://127.0.0.1:${port}/`;
  const log = join(world.dir, `${application.package}.log`);
  const prepared = application.prepare({ program, data, port });
  const server = world.closeToo(await Server.start(prepared, url, log));
  for (const task of application.tasks) {
    interrupted.signal.throwIfAborted();
    const agent = new Agent(world);
    const reason = await reasonOfFailure(task, agent, url, data);
    const { calls, bytes } = agent;
    const { name, shown } = task;
    const met = reason === undefined;
    const outcome = { application, task: name, shown, calls, bytes, met, ...(met ? {} : { reason }) };
    outcomes.push(outcome);
    console.log(lineOf(outcome));
  }
  await server.close();
}

/** Undefined if the task was done, as seen from outside. */
async function reasonOfFailure(
  task: Task,
  agent: Agent,
  url: string,
  data: string,
): Promise<string | undefined> {
  try {
    await agent.open(url, { shown: task.shown });
    await task.act(agent, { data });
    await until('the check is met', () => task.isDone(data));
    await agent.close();
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
