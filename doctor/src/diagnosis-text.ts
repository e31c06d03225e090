import type { CheckState } from './check.ts';
import type { Diagnosis, ShownResult } from './diagnose.ts';

const SIGNS: Readonly<Record<CheckState, string>> = { pass: '✓', fail: '✗', warn: '!', 'not-reached': '–' };

const ALL_IS_WELL = 'All checks that could run passed.';
const NOTHING_FAILS = 'Nothing fails. Check the lines with !.';

/** Formats the diagnosis for a person. Evidence appears only where there is something to fix. */
export function diagnosisText({ rungs, cause, repairs, ok }: Diagnosis): string {
  const width = Math.max(...rungs.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 4);
  const lines: string[] = [];
  let browser: string | null = null;
  for (const result of rungs) {
    if (result.browser !== browser && result.browser !== null) lines.push(`  ${result.browser}`);
    browser = result.browser;
    lines.push(`${SIGNS[result.state]} ${result.name.padEnd(width)}  ${result.says}`);
    lines.push(...detailsOf(result).map((detail) => `${indent}${detail}`));
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

function detailsOf({ state, evidence, chromeSays, fix }: ShownResult): string[] {
  if (state !== 'fail' && state !== 'warn') return [];
  return [
    ...evidence,
    ...(chromeSays ? [`Chrome says: ${chromeSays}`] : []),
    ...(fix ? [`fix: ${fix}`] : []),
  ];
}
