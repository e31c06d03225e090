import type { CheckResult, Verdict } from './check.ts';
import { manifestCheck } from './checks/browser/manifest.ts';
import { BROWSER_CHECKS, RUNNING_CHECKS, SETUP_CHECKS } from './checks/list.ts';
import { gatherFacts } from './facts.ts';
import type { Installation } from './installation.ts';

/** Runs every check, from the basis of all others to the one that needs the whole chain. */
export async function runChecks(installation: Installation): Promise<CheckResult[]> {
  const facts = await gatherFacts(installation);
  const results: CheckResult[] = [];
  const add = (name: string, browser: string | null, verdict: Verdict) =>
    results.push({ name, browser, ...verdict });

  for (const { name, run } of SETUP_CHECKS) add(name, null, await run(facts, results));
  for (const browser of facts.browsers) {
    // A browser in which bproxy is not used gets a single line.
    const checks = browser.isWanted ? BROWSER_CHECKS : [manifestCheck];
    for (const { name, run } of checks) add(name, browser.place.label, await run(facts, browser));
  }
  for (const { name, run } of RUNNING_CHECKS) add(name, null, await run(facts, results));
  return facts.registration.isSystem ? results.map(forAdministrator) : results;
}

/** A user may not change an install for every user. */
function forAdministrator(result: CheckResult): CheckResult {
  return { ...result, repairs: result.repairs.filter(({ kind }) => kind !== 'install') };
}
