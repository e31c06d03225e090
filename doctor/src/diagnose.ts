import type { CheckResult } from './check.ts';
import { extensionCheck } from './checks/browser/extension.ts';
import { RUNNING_CHECKS } from './checks/list.ts';
import type { Installation } from './installation.ts';
import { type Repaired, repair } from './repair.ts';
import { runChecks } from './run-checks.ts';

export type ShownResult = Omit<CheckResult, 'repairs'> & { repairable: boolean };

/** The output of `bproxy doctor --json`. Programs read it, so it keeps `rung` and `rungs`, older words for a check. */
export interface Diagnosis {
  ok: boolean;
  /** The failure to fix first: it is most likely the cause of the others. */
  cause: { rung: string; browser: string | null; says: string; fix: string | null } | null;
  rungs: ShownResult[];
  /** Present only with `--fix`. */
  repairs?: Repaired[];
}

export async function diagnose(installation: Installation, { fix }: { fix: boolean }): Promise<Diagnosis> {
  const found = await runChecks(installation);
  if (!fix) return diagnosisOf(found);
  const repairs = await repair(installation, found);
  return { ...diagnosisOf(repairs.length > 0 ? await runChecks(installation) : found), repairs };
}

function diagnosisOf(results: readonly CheckResult[]): Diagnosis {
  const first = firstToFix(results);
  return {
    ok: first === undefined,
    cause: first
      ? { rung: first.name, browser: first.browser, says: first.says, fix: first.fix ?? null }
      : null,
    rungs: results.map(({ repairs, ...result }) => ({ ...result, repairable: repairs.length > 0 })),
  };
}

/** A browser that cannot start the host counts before one that only lacks the extension. */
function firstToFix(results: readonly CheckResult[]): CheckResult | undefined {
  const last = [extensionCheck, ...RUNNING_CHECKS].map(({ name }) => name);
  const failing = results.filter(({ state }) => state === 'fail');
  return failing.sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name))[0];
}
