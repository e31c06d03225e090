import { nameOf, wentWell } from './judge.ts';
import { FAULT_NAMES } from './plan.ts';
import type { Record } from './storm.ts';

/** The figures of a storm, as Markdown. */
export function report(record: Record, command: string, broken: string[]): string {
  const { asked, struck, effects, retried, usage, peaks } = record;
  const calls = asked.flatMap(({ attempts }) => attempts);
  const twice = [...effects.values()].filter((count) => count > 1).length;
  const answered = asked.filter(({ attempts }) => attempts.some(wentWell)).length;
  const megabytes = (kilobytes: number | undefined) => `${Math.round((kilobytes ?? 0) / 1024)} MB`;
  return `\`${command}\`, ${Math.round(record.durationMs / 60_000)} minutes:

| what | figure |
|---|---|
| requests with an id of their own | ${asked.length} |
| calls of the command | ${calls.length} |
| faults that struck | ${struck.filter(({ leftOut }) => !leftOut).length} |
| faults left out, because they need root | ${struck.filter(({ leftOut }) => leftOut).length} |
| requests with more than one effect | ${twice} |
| requests answered with ok | ${answered} |
| of these with exactly one effect | ${asked.filter(({ id, attempts }) => attempts.some(wentWell) && effects.get(id) === 1).length} |
| requests repeated after the storm | ${retried.length}: ${counted(retried.map(({ asked: { attempts } }) => attempts.at(-1)).flatMap((last) => (last ? [nameOf(last)] : [])))} |
| of these with a second effect | ${retried.filter(({ after }) => after > 1).length} |
| time of the first command after the storm | ${record.recoveryMs} ms |
| sessions lost | ${record.lostSessions} |
| tabs left behind | ${record.tabsLeft} |
| processes, sockets and files left behind | ${record.left.length} |
| memory of the daemon after the storm, after ${retried.length} more requests; peak | ${megabytes(usage.before.daemon?.kilobytes)}, ${megabytes(usage.after.daemon?.kilobytes)}; ${megabytes(peaks.daemon)} |
| memory of the link, measured likewise | ${megabytes(usage.before.link?.kilobytes)}, ${megabytes(usage.after.link?.kilobytes)}; ${megabytes(peaks.link)} |
| promises broken | ${broken.length} |

How the calls ended: ${counted(calls.map(nameOf))}.

| fault | struck | from its end to the next ok, if no other fault struck in between: median, longest |
|---|---|---|
${FAULT_NAMES.map((fault) => faultRow(fault, record)).join('\n')}
`;
}

function faultRow(fault: string, { struck, asked }: Record): string {
  const good = asked.flatMap(({ attempts }) => attempts.filter(wentWell));
  const times = struck
    .filter((strike) => strike.fault === fault && !strike.leftOut)
    .flatMap(({ endedAt }) => {
      const next = Math.min(...struck.map(({ startedAt }) => startedAt).filter((at) => at >= endedAt));
      const after = good.filter(({ startedAt }) => startedAt >= endedAt).map((attempt) => attempt.endedAt);
      const first = Math.min(...after);
      return first < next ? [first - endedAt] : [];
    })
    .sort((a, b) => a - b);
  const count = struck.filter((strike) => strike.fault === fault && !strike.leftOut).length;
  const seconds = (ms: number | undefined) => (ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s`);
  return `| ${fault} | ${count} | ${seconds(times[Math.floor(times.length / 2)])}, ${seconds(times.at(-1))} |`;
}

function counted(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
