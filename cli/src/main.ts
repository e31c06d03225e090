#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { deliver } from './deliver.ts';
import { programFolder } from './program-folder.ts';
import { run } from './run.ts';

// Without a listener, a stderr that nobody reads would end us with a stack trace.
process.stderr.on('error', () => {});

const plan = await run(process.argv.slice(2), {
  env: process.env,
  programDir: process.argv[1] ? programFolder(process.argv[1]) : import.meta.dirname,
  now: Date.now,
  newId: randomUUID,
  readStdin: async () => Buffer.concat(await process.stdin.toArray()),
  trace: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
});
process.exitCode = await deliver(plan, process.stdout, process.stderr);
