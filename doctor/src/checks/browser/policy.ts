import { judgePolicies, readPolicies } from '../../browsers/managed-policies.ts';
import { type BrowserCheck, fail, pass } from '../../check.ts';

/** Judges the administrator's policies for native hosts. */
export const policyCheck: BrowserCheck = {
  name: 'policy',
  async run({ installation }, { place, manifest }) {
    const { policies, looked } = await readPolicies(installation, place.browser);
    // On Windows, the manifest's file does not show its level. bproxy itself writes the keys of the user.
    const isSystemWide = manifest.kind === 'usable' && place.systemManifests.includes(manifest.file);
    const fault = judgePolicies(policies, isSystemWide);
    const names = Object.keys(policies).filter((name) => name.startsWith('NativeMessaging'));
    const evidence = [...looked, ...names.map((name) => `${name}: ${JSON.stringify(policies[name])}`)];
    if (!fault) return pass('No policy is in the way.', { evidence });
    return fail(fault.says, {
      evidence,
      chromeSays: fault.chromeSays,
      fix: 'See chrome://policy, and ask the administrator of this computer to allow com.bproxy.host.',
    });
  },
};
