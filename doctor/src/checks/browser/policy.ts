import type { BrowserPlace } from '../../browsers/browser-places.ts';
import { judgePolicies, readPolicies } from '../../browsers/managed-policies.ts';
import { type Rung, rungs } from '../../check.ts';
import type { Patient } from '../../installation.ts';

/** What whoever manages this computer decided about native hosts. */
export async function policyRung(
  patient: Patient,
  { browser, label }: Pick<BrowserPlace, 'browser' | 'label'>,
  isSystemWide: boolean,
): Promise<Rung> {
  const { pass, fail } = rungs('policy', label);
  const { policies, looked } = await readPolicies(patient, browser);
  const fault = judgePolicies(policies, isSystemWide);
  const names = Object.keys(policies).filter((name) => name.startsWith('NativeMessaging'));
  const evidence = [...looked, ...names.map((name) => `${name}: ${JSON.stringify(policies[name])}`)];
  if (!fault) return pass('No policy is in the way.', { evidence });
  return fail(fault.says, {
    evidence,
    chromeSays: fault.chromeSays,
    fix: 'See chrome://policy, and ask whoever manages this computer to allow com.bproxy.host.',
  });
}
