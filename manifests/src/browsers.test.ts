import { describe, expect, it } from 'vitest';
import { BROWSERS } from './browsers.ts';

describe('BROWSERS', () => {
  it('gives each row a unique name for --browser', () => {
    const names = BROWSERS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(BROWSERS)('follows the path rules of each system for $name', ({ places }) => {
    for (const { profiles, hosts, system } of Object.values(places)) {
      expect(profiles.length * hosts.length * system.length).toBeGreaterThan(0);
    }
    for (const folder of [...(places.linux?.hosts ?? []), ...(places.darwin?.hosts ?? [])]) {
      expect(folder).not.toMatch(/^\/|\\|\/$/);
    }
    for (const folder of [...(places.linux?.system ?? []), ...(places.darwin?.system ?? [])]) {
      expect(folder).toMatch(/^\/(etc|Library)\/.*\/(native-messaging-hosts|NativeMessagingHosts)$/);
    }
    for (const key of places.win32?.hosts ?? []) expect(key).not.toMatch(/^\\|\\\\|\/|\\$/);
    for (const folder of places.win32?.profiles ?? []) expect(folder).toMatch(/^%(LOCALAPPDATA|APPDATA)%\\/);
  });
});
