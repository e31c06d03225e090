import { parseArgs } from 'node:util';
import { fullRun } from './full-run.ts';
import { shortRun } from './short-run.ts';

// Each makes every Node of the run start later, so a ratio to Node's own start would flatter bproxy.
for (const name of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']) delete process.env[name];

const { values } = parseArgs({ options: { short: { type: 'boolean' }, peers: { type: 'boolean' } } });

process.exitCode = values.short ? await shortRun() : await fullRun({ peers: values.peers === true });
