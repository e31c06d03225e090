import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeInstallation, fakeInstallation } from '../testing/fake-installation.ts';
import { extensionsIn, profilesIn } from './profiles.ts';

const OURS = 'dnfganipegioadnjfbmjndpbmfphjgph';
const WITHOUT_KEY = 'abcdefghijklmnopabcdefghijklmnop';
const settings = (entries: object) => ({ extensions: { settings: entries } });

let fake: FakeInstallation;
let data: string;
beforeEach(() => {
  fake = fakeInstallation();
  data = join(fake.root, 'data');
});
afterEach(() => fake.remove());

describe('extensionsIn', () => {
  it('finds our extension in each profile, with its state and version', () => {
    fake.write('build/manifest.json', { name: 'bproxy', version: '1.2.3' });
    const path = join(fake.root, 'build');
    fake.write('data/Default/Preferences', settings({ [OURS]: { path, disable_reasons: [] }, x: 7 }));
    fake.write('data/Profile 1/Preferences', settings({ [OURS]: { disable_reasons: [1] } }));
    fake.write('data/Profile 1/Secure Preferences', settings({ [OURS]: { manifest: { version: '1.0' } } }));
    fake.write('data/Profile 2/Preferences', settings({ [OURS]: { state: 0, disable_reasons: 8192 } }));
    fake.write('data/Profile 3/Preferences', settings({ [OURS]: { state: 1 } }));
    fake.write('data/Profile 4/Preferences', settings({ other: { manifest: { name: 'other' } } }));
    fake.write('data/Crashpad/settings', 'x');
    expect(profilesIn(data)).toEqual(['Default', 'Profile 1', 'Profile 2', 'Profile 3', 'Profile 4']);
    const seen = extensionsIn(data, [OURS]);
    expect(seen).toEqual([
      { profile: 'Default', id: OURS, enabled: true, disableReasons: [], version: '1.2.3', path },
      { profile: 'Profile 1', id: OURS, enabled: false, disableReasons: [1], version: '1.0', path: '' },
      { profile: 'Profile 2', id: OURS, enabled: false, disableReasons: [8192], version: '', path: '' },
      { profile: 'Profile 3', id: OURS, enabled: true, disableReasons: [], version: '', path: '' },
    ]);
  });

  it('finds a copy that was loaded without its key by its name', () => {
    fake.write('build/manifest.json', { name: 'bproxy', version: '1.2.3' });
    const path = join(fake.root, 'build');
    fake.write('data/Default/Preferences', settings({ [WITHOUT_KEY]: { path } }));
    expect(extensionsIn(data, [OURS])).toMatchObject([{ id: WITHOUT_KEY, enabled: true }]);
  });

  it('finds the version of a store build in the profile', () => {
    fake.write(`data/Default/Extensions/${OURS}/2.0_0/manifest.json`, { name: 'bproxy', version: '2.0' });
    fake.write('data/Default/Preferences', settings({ [OURS]: { path: `${OURS}/2.0_0` } }));
    expect(extensionsIn(data, [OURS])).toMatchObject([{ version: '2.0' }]);
  });

  it.each(['', '{', '[]', '{"extensions":7}', '{"extensions":{"settings":[]}}'])('tolerates %j', (text) => {
    fake.write('data/Default/Preferences', text);
    expect(extensionsIn(data, [OURS])).toEqual([]);
  });

  it('does not fail for a missing folder', () => {
    expect(extensionsIn('/no/such/folder', [OURS])).toEqual([]);
  });
});
