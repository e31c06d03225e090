import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { codeOf } from '@bproxy/shared';

/** Windows needs a second or two to start PowerShell. A system that hangs longer gives no answer. */
const ASK_LIMIT_MS = 10_000;

/**
 * When a process started, as the system words it. With the pid it identifies one process for good, because a recycled
 * pid has another start time. Empty if there is no such process or the system does not report it.
 */
export function startTimeOf(pid: number, platform = process.platform): string {
  if (platform === 'linux') return statOf(pid)?.startTime ?? '';
  if (platform === 'darwin') return output('ps', ['-o', 'lstart=', '-p', String(pid)]);
  if (platform === 'win32') {
    const created = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CreationDate.ToFileTimeUtc()`;
    return output('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', created]);
  }
  return '';
}

/** Whether this process runs. If either start time is unknown, the answer is no. */
export function isSameProcess(pid: number, startTime: string, platform = process.platform): boolean {
  return startTime !== '' && isRunning(pid) && startTimeOf(pid, platform) === startTime;
}

/**
 * Whether any process has this pid. A zombie also answers signal 0 but does not run. It counts as running while some
 * of its threads are still ending: the files and ports of the process stay open until the last one is gone.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const stat = statOf(pid);
  return stat !== undefined && (stat.state !== 'Z' || stat.threads > 1);
}

/** Throws when the file cannot be read for a reason unrelated to the process, such as EMFILE. */
function statOf(pid: number): { state: string; threads: number; startTime: string } | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(codeOf(error))) return undefined;
    throw error;
  }
  // The command name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', threads: Number(fields[17]), startTime: fields[19] ?? '' };
}

function output(program: string, args: string[]): string {
  try {
    const text = execFileSync(program, args, {
      encoding: 'utf8',
      // `ps` must print the same text for every caller.
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: ASK_LIMIT_MS,
      windowsHide: true,
    });
    return text.trim();
  } catch {
    return '';
  }
}
