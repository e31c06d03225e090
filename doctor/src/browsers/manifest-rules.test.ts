import { describe, expect, it } from 'vitest';
import { readManifest } from './manifest-rules.ts';

const ID = 'dnfganipegioadnjfbmjndpbmfphjgph';
const GOOD = {
  name: 'com.bproxy.host',
  description: 'bproxy',
  path: '/h/bin/bproxy-host',
  type: 'stdio',
  allowed_origins: [`chrome-extension://${ID}/`],
};
const text = (changes: object) => JSON.stringify({ ...GOOD, ...changes });

describe('readManifest', () => {
  it('accepts a manifest that Chrome accepts', () => {
    const read = { path: GOOD.path, origins: GOOD.allowed_origins };
    expect(readManifest(text({}), 'linux')).toEqual(read);
    expect(readManifest(text({ more: 1 }), 'linux')).toEqual(read);
    expect(readManifest(text({ allowed_origins: [] }), 'linux')).toEqual({ ...read, origins: [] });
  });

  it('accepts a byte order mark and comments, as Chrome does, and reports them', () => {
    expect(readManifest(`\uFEFF${text({})}`, 'linux')).toMatchObject({ oddity: 'a byte order mark' });
    const commented = `// host\n${text({ description: 'see https://x.test/ /* not a comment */' })} /* end */`;
    expect(readManifest(commented, 'linux')).toMatchObject({ path: GOOD.path, oddity: 'comments' });
  });

  it.each([
    ['', /not valid JSON/],
    [`${text({}).slice(0, -1)},}`, /not valid JSON/],
    ['[]', /not a JSON object/],
    [text({ name: 'com.Bproxy.host' }), /"name" is "com.Bproxy.host"/],
    [text({ name: undefined }), /"name" is undefined/],
    [text({ description: '' }), /"description"/],
    [text({ description: undefined }), /"description"/],
    [text({ type: 'pipe' }), /"type" is "pipe"/],
    [text({ path: 7 }), /"path" is missing/],
    [text({ path: 'bin/x' }), /"path" is "bin\/x"/],
    [text({ path: '~/x' }), /"path" is "~\/x"/],
    [text({ allowed_origins: undefined }), /"allowed_origins" is not a list/],
    [text({ allowed_origins: [`chrome-extension://${ID}`] }), /slash at the end/],
    [text({ allowed_origins: [...GOOD.allowed_origins, `chrome-extension://${ID}`] }), /slash at the end/],
    [text({ allowed_origins: ['chrome-extension://*/'] }), /slash at the end/],
    [text({ allowed_origins: [`extension://${ID}/`] }), /slash at the end/],
    [text({ allowed_origins: [7] }), /has 7/],
  ])('refuses %j', (content, why) => {
    expect(readManifest(content, 'linux')).toMatch(why);
  });

  it('accepts a relative path on Windows', () => {
    expect(readManifest(text({ path: 'bproxy-host.cmd' }), 'win32')).toMatchObject({
      path: 'bproxy-host.cmd',
    });
  });
});
