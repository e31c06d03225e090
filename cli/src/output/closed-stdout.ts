import { fstatSync, readFileSync, statSync } from 'node:fs';

const [STDOUT, STDERR] = [1, 2];
const ACCESS_MODE = 0o3;
const FOR_BOTH = 0o2;

/**
 * Reports whether the caller may have closed stdout. Node then opens /dev/null in its place, for reading and writing,
 * and every write succeeds. The shell's `>/dev/null` is open for writing only; Python's DEVNULL and Node's 'ignore' are
 * open for both. Only Linux shows how a file is open. A caller that discards stderr, too, wants no message.
 */
export function isStdoutClosed(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const output = fstatSync(STDOUT);
    if (!output.isCharacterDevice()) return false;
    const nothing = statSync('/dev/null').rdev;
    if (output.rdev !== nothing || fstatSync(STDERR).rdev === nothing) return false;
    const [, flags = ''] = /^flags:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & ACCESS_MODE) === FOR_BOTH;
  } catch {
    return false;
  }
}
