import { createServer } from 'node:net';
import { readConfig } from '../daemon/process/config.ts';
import { assertPrivateFile, type Home } from '../home/home.ts';
import { runningDaemon } from '../spawn-daemon.ts';
import { start } from './start.ts';
import { stop } from './stop.ts';

/** Replaces this daemon with another; sessions and their tabs continue. */
export async function restart(home: Home, binary: string, port: number | undefined) {
  const running = runningDaemon(home);
  if (running) await refuseIfDoomed(home, running.port, port);
  await stop(home, { sessionsEnd: false });
  return start(home, binary, port).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (!running) throw new Error(reason);
    throw new Error(`${reason} The daemon is stopped; run \`bproxy service start\` when that is solved.`);
  });
}

/** Finds problems that would keep the next daemon from starting while this one still runs. */
async function refuseIfDoomed(home: Home, ownPort: number, given: number | undefined): Promise<void> {
  const { port } = readConfig(home, given, process.env);
  assertPrivateFile(home.state);
  if (port === undefined || port === ownPort || (await isFree(port))) return;
  throw new Error(
    `Port ${port} is taken by another program. The daemon goes on as it was, on port ${ownPort}. Choose another port with --port.`,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
