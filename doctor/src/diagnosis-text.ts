import type { RungState } from './check.ts';
import type { Diagnosis, ShownRung } from './diagnose.ts';

const SIGNS: Readonly<Record<RungState, string>> = { pass: '✓', fail: '✗', warn: '!', 'not-reached': '–' };

const ALL_IS_WELL = 'Everything that could be looked at is right.';
const NOTHING_FAILS = 'Nothing fails; the lines with ! deserve a look.';

/** The ladder for a person. Evidence is shown where there is something to mend. */
export function ladderText({ rungs, cause, repairs, ok }: Diagnosis): string {
  const width = Math.max(...rungs.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 4);
  const lines: string[] = [];
  let browser: string | null = null;
  for (const rung of rungs) {
    if (rung.browser !== browser && rung.browser !== null) lines.push(`  ${rung.browser}`);
    browser = rung.browser;
    lines.push(`${SIGNS[rung.state]} ${rung.name.padEnd(width)}  ${rung.says}`);
    lines.push(...detailsOf(rung).map((detail) => `${indent}${detail}`));
  }
  for (const { done, what, says } of repairs ?? []) {
    lines.push(`${done ? 'repaired' : 'not repaired'}: ${what}: ${says}`);
  }
  lines.push('');
  if (ok) lines.push(rungs.some(({ state }) => state === 'warn') ? NOTHING_FAILS : ALL_IS_WELL);
  if (cause) lines.push(`Cause: ${cause.says}`);
  if (cause?.fix) lines.push(`Fix:   ${cause.fix}`);
  return `${lines.join('\n')}\n`;
}

function detailsOf({ state, evidence, chromeSays, fix }: ShownRung): string[] {
  if (state !== 'fail' && state !== 'warn') return [];
  return [
    ...evidence,
    ...(chromeSays ? [`Chrome says: ${chromeSays}`] : []),
    ...(fix ? [`fix: ${fix}`] : []),
  ];
}
