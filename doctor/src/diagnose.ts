import type { Rung } from './check.ts';
import type { Patient } from './installation.ts';
import { type Repaired, repair } from './repair.ts';
import { examine } from './run-checks.ts';

export type ShownRung = Omit<Rung, 'repairs'> & { repairable: boolean };

/** What `bproxy doctor --json` prints. */
export interface Diagnosis {
  ok: boolean;
  /** The rung to mend first, as it is most likely the reason for the others. */
  cause: { rung: string; browser: string | null; says: string; fix: string | null } | null;
  rungs: ShownRung[];
  /** Only with `--fix`. */
  repairs?: Repaired[];
}

export async function diagnose(patient: Patient, { fix }: { fix: boolean }): Promise<Diagnosis> {
  const found = await examine(patient);
  if (!fix) return diagnosisOf(found);
  const repairs = await repair(patient, found);
  return { ...diagnosisOf(repairs.length > 0 ? await examine(patient) : found), repairs };
}

function diagnosisOf(rungs: readonly Rung[]): Diagnosis {
  const first = firstToMend(rungs);
  return {
    ok: first === undefined,
    cause: first
      ? { rung: first.name, browser: first.browser, says: first.says, fix: first.fix ?? null }
      : null,
    rungs: rungs.map(({ repairs, ...rung }) => ({ ...rung, repairable: repairs.length > 0 })),
  };
}

/** Of several browsers, one that cannot start the host counts before one that only lacks the extension. */
function firstToMend(rungs: readonly Rung[]): Rung | undefined {
  const last = ['extension', 'daemon', 'port', 'connected', 'versions', 'round-trip', 'page'];
  const failing = rungs.filter(({ state }) => state === 'fail');
  return failing.sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name))[0];
}
