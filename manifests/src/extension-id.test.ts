import { EXTENSION_KEY } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { EXTENSION_ID, extensionId, isExtensionId } from './extension-id.ts';

describe('the extension id', () => {
  it('equals the id that Chromium computes from the key', () => {
    expect(extensionId(EXTENSION_KEY)).toBe('dnfganipegioadnjfbmjndpbmfphjgph');
    expect(EXTENSION_ID).toBe(extensionId(EXTENSION_KEY));
    expect(isExtensionId(EXTENSION_ID)).toBe(true);
  });

  it.each(['', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}q`, 'A'.repeat(32), `${'a'.repeat(32)}\n`])(
    'cannot be %j',
    (text) => expect(isExtensionId(text)).toBe(false),
  );
});
