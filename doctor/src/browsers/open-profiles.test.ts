import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeInstallation, fakeInstallation } from '../testing/fake-installation.ts';
import { openProfiles, profileTitle } from './open-profiles.ts';

const NO_PROCESS = 0x7fffffff;
let fake: FakeInstallation;
let data: string;
beforeEach(() => {
  fake = fakeInstallation();
  data = join(fake.root, 'data');
  for (const name of ['Default', 'Profile 1', 'System Profile']) fake.write(`data/${name}/Preferences`, {});
});
afterEach(() => fake.remove());

describe('openProfiles', () => {
  it.runIf(process.platform === 'linux')('uses the files that the process holds open', () => {
    const files = ['Profile 1', 'System Profile'].map((name) =>
      openSync(fake.write(`data/${name}/History`, ''), 'r'),
    );
    try {
      fake.write('data/Local State', { profile: { last_active_profiles: ['Default'] } });
      expect(openProfiles(data, process.pid)).toEqual(['Profile 1']);
    } finally {
      for (const file of files) closeSync(file);
    }
  });

  it('uses the record of Chrome where the system does not list open files', () => {
    fake.write('data/Local State', { profile: { last_active_profiles: ['Profile 1', 'Profile 9'] } });
    expect(openProfiles(data, NO_PROCESS)).toEqual(['Profile 1']);
  });

  it.each(['', '7', '{"profile":7}', '{"profile":{"last_active_profiles":7}}'])('tolerates %j', (text) => {
    fake.write('data/Local State', text);
    expect(openProfiles(data, NO_PROCESS)).toEqual([]);
    expect(profileTitle(data, 'Default')).toBe('Default');
  });
});

describe('profileTitle', () => {
  it("adds the name from Chrome's profile menu", () => {
    fake.write('data/Local State', { profile: { info_cache: { Default: { name: 'Work' } } } });
    expect(profileTitle(data, 'Default')).toBe('Default (Work)');
    expect(profileTitle(data, 'Profile 1')).toBe('Profile 1');
  });
});
