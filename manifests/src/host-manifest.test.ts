import { describe, expect, it } from 'vitest';
import { EXTENSION_ID } from './extension-id.ts';
import { hostManifest, hostManifestText, MANIFEST_FILE } from './host-manifest.ts';

const OTHER_ID = 'abcdefghijklmnopabcdefghijklmnop';

describe('hostManifest', () => {
  it('has every field that Chrome requires', () => {
    const manifest = hostManifest('/h/bin/bproxy-host', [EXTENSION_ID, OTHER_ID, OTHER_ID]);
    expect(manifest).toEqual({
      name: 'com.bproxy.host',
      description: expect.stringMatching(/./),
      path: '/h/bin/bproxy-host',
      type: 'stdio',
      allowed_origins: [`chrome-extension://${EXTENSION_ID}/`, `chrome-extension://${OTHER_ID}/`],
    });
    expect(MANIFEST_FILE).toBe(`${manifest.name}.json`);
    expect(JSON.parse(hostManifestText(manifest))).toEqual(manifest);
  });

  it('uses only the letters that Chrome allows in a host name', () => {
    expect(hostManifest('/h', [EXTENSION_ID]).name).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/);
  });

  it.each(['bin/bproxy-host', '~/bproxy-host', ''])('refuses the path "%s"', (path) => {
    expect(() => hostManifest(path, [EXTENSION_ID])).toThrow(/absolute/);
  });

  it('refuses invalid ids and an empty list of ids', () => {
    expect(() => hostManifest('/h', [EXTENSION_ID, '*'])).toThrow(/"\*" is no extension id/);
    expect(() => hostManifest('/h', [])).toThrow(/at least one/);
  });
});
