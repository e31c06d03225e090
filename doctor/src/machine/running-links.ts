import type { Installation } from '../installation.ts';

/** The launcher becomes the host, with these words followed by the extension's origin. */
const LINK = /^\s*(\d+) .* link --home .* chrome-extension:\/\//;

/**
 * Counts the links of each browser, by the pid of the browser. A link is the child of the browser whose extension
 * started it, so each link proves a profile in which the extension is on. Undefined if the system does not show
 * processes.
 */
export async function countLinks({
  machine,
  output,
}: Installation): Promise<ReadonlyMap<number, number> | undefined> {
  if (machine.platform === 'win32') return undefined;
  const table = await output('ps', '-A', '-ww', '-o', 'ppid=,args=');
  if (table === undefined) return undefined;
  const counts = new Map<number, number>();
  for (const line of table.split('\n')) {
    const parent = Number(LINK.exec(line)?.[1] ?? 0);
    if (parent > 0) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return counts;
}
