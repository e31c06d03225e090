/**
 * Makes an id that no other request has, from the process, the time and random numbers. Nobody has to be unable to
 * guess it, and loading `node:crypto` for that would take a tenth of a command's time.
 */
export function newId(pid = process.pid, now = Date.now(), random = Math.random): string {
  const chance = () => random().toString(36).slice(2, 12).padEnd(10, '0');
  return `${now.toString(36)}-${pid.toString(36)}-${chance()}${chance()}`;
}
