import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeInstallation, fakeInstallation } from '../testing/fake-installation.ts';
import { countLinks } from './running-links.ts';

const LINK =
  '/usr/bin/node /opt/bproxy/bproxy-host.mjs link --home /home/ada/.bproxy chrome-extension://abc/';
let fake: FakeInstallation;
beforeEach(() => {
  fake = fakeInstallation();
});
afterEach(() => fake.remove());

describe('countLinks', () => {
  it('counts the links of each browser', async () => {
    const table = [
      `     7 ${LINK}`,
      `   123 ${LINK}`,
      `     7 ${LINK} --parent-window=0`,
      '     7 /usr/bin/node /opt/bproxy/bproxy-host.mjs daemon --home /home/ada/.bproxy',
      '     1 /usr/lib/chromium/chromium',
      '',
    ].join('\n');
    const counts = await countLinks({ ...fake.installation, output: async () => table });
    expect([...(counts ?? [])]).toEqual([
      [7, 2],
      [123, 1],
    ]);
  });

  it('returns undefined where the system has no process table', async () => {
    expect(await countLinks({ ...fake.installation, output: async () => undefined })).toBeUndefined();
    const windows = { ...fake.installation.machine, platform: 'win32' as const };
    expect(await countLinks({ ...fake.installation, machine: windows })).toBeUndefined();
  });
});
