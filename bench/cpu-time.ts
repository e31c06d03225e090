import { readdirSync, readFileSync } from 'node:fs';

/** The process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = new Map(processes().map((child) => [child, parentOf(child)]));
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** The CPU time of these processes, in ms: other work on the machine hardly changes it. */
export function cpuTimeOf(pids: readonly number[]): number {
  const nanoseconds = pids.flatMap((pid) =>
    listed(`/proc/${pid}/task`).map((task) =>
      Number(text(`/proc/${pid}/task/${task}/schedstat`).split(' ', 1)[0]),
    ),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

function processes(): number[] {
  return listed('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** The name in the second field may contain anything. */
function parentOf(pid: number): number {
  const stat = text(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process that has just ended has no such file. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
