import { parseArgs } from 'node:util';
import { stayIdle } from './soak/idle.ts';
import { reconnect } from './soak/reconnects.ts';

/** The long form of soak.test.ts. */
const { values } = parseArgs({ options: { minutes: { type: 'string' }, reconnects: { type: 'string' } } });
const minutes = Number(values.minutes ?? 6);
const reconnects = Number(values.reconnects ?? 1_000);
if (!(minutes > 0) || !Number.isInteger(reconnects)) {
  throw new Error('usage: pnpm soak [--minutes N] [--reconnects N]');
}

const [idle, connections] = await Promise.all([stayIdle(minutes * 60), reconnect(reconnects)]);
console.log(`idle: ${JSON.stringify(idle)}`);
console.log(`reconnects: ${JSON.stringify(connections)}`);
