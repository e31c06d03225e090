/**
 * Makes a unique id from the process, the time and random numbers. It need not be unguessable, and loading
 * `node:crypto` for that would take a tenth of a command's time.
 */
export function newId(pid = process.pid, now = Date.now(), random = Math.random): string {
  const chance = () => random().toString(36).slice(2, 12).padEnd(10, '0');
  return `${now.toString(36)}-${pid.toString(36)}-${chance()}${chance()}`;
}
