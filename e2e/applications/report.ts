import type { Application } from './application.ts';
import { versionOf } from './installed.ts';

export interface Outcome {
  application: Application;
  task: string;
  shown: boolean;
  calls: number;
  bytes: number;
  met: boolean;
  /** What bproxy or the agent said, if the check was not met. */
  reason?: string;
}

/** One line while the run goes on. */
export function lineOf({ application, task, calls, bytes, met, reason }: Outcome): string {
  const cost = `${calls} calls, ${bytes} bytes`;
  return `${met ? 'met   ' : 'MISSED'} ${application.name}: ${task} (${cost})${reason ? `\n${reason}` : ''}`;
}

/** The table of docs/applications.md. */
export function report(outcomes: Outcome[]): string {
  const applications = [...new Set(outcomes.map(({ application }) => application))];
  const met = outcomes.filter((each) => each.met).length;
  return `\`pnpm applications\`, ${applications.map((each) => versionOf(each.package)).join(', ')}: ${met} of ${outcomes.length} tasks met.

| application | task | tab | calls | bytes | check |
|---|---|---|---|---|---|
${outcomes.map(rowOf).join('\n')}

| application | what was hard |
|---|---|
${applications.map(({ name, hard }) => `| ${name} | ${hard} |`).join('\n')}
`;
}

function rowOf({ application, task, shown, calls, bytes, met }: Outcome): string {
  const tab = shown ? 'shown' : 'background';
  return `| ${application.name} | ${task} | ${tab} | ${calls} | ${bytes.toLocaleString('en')} | ${met ? 'met' : 'MISSED'} |`;
}
