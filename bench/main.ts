import { parseArgs } from 'node:util';
import { fullRun } from './full-run.ts';
import { shortRun } from './short-run.ts';

const { values } = parseArgs({ options: { short: { type: 'boolean' }, peers: { type: 'boolean' } } });

process.exitCode = values.short ? await shortRun() : await fullRun({ peers: values.peers === true });
