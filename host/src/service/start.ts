import { ensureHome, type Home } from '../home/home.ts';
import { type RunningDaemon, runningDaemon, spawnDaemon } from '../spawn-daemon.ts';

export async function start(home: Home, binary: string, port: number | undefined) {
  ensureHome(home);
  const found = runningDaemon(home);
  if (found) throw new Error(alreadyRunning(found));
  const daemon = await spawnDaemon(home, binary, { forBrowser: false, ...(port ? { port } : {}) });
  return { running: true, pid: daemon.pid, port: daemon.port };
}

function alreadyRunning({ pid, port }: RunningDaemon): string {
  return `bproxy is already running (pid ${pid}, port ${port}); there is nothing to start.`;
}
