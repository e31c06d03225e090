import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from './home.ts';

/**
 * When a process started, in the system's own words. Together with the pid it names one process for
 * good: a recycled pid has another start time. Empty where the system does not tell.
 */
export function startTimeOf(pid: number): string {
  try {
    if (process.platform === 'linux') return startTimeFromStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'darwin') {
      return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
  } catch {
    // The process is gone, or the system does not say.
  }
  return '';
}

export function startTimeFromStat(stat: string): string {
  // The command name stands in parentheses and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[19] ?? '';
}

export function isSameProcess(pid: number, startTime: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  const now = startTimeOf(pid);
  // A zombie still answers signal 0 and keeps its start time, but it is no running process.
  if (process.platform === 'linux' && isZombie(pid)) return false;
  return startTime === '' || now === '' || now === startTime;
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z';
  } catch {
    return true;
  }
}
