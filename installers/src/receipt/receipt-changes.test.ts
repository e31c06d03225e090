import { EXTENSION_ID } from '@bproxy/manifests';
import { describe, expect, it } from 'vitest';
import { thisMachine } from '../machine/machine.ts';
import { type Receipt, sha256 } from './receipt.ts';
import { finishedReceipt, intendedReceipt } from './receipt-changes.ts';

const [launcher, manifest] = ['/no/such/home/bin/bproxy-host', '/no/such/profile/com.bproxy.host.json'];

const previous: Receipt = {
  version: 1,
  launcher,
  node: '/old/node',
  hostBinary: '/old/host',
  extensionIds: [EXTENSION_ID],
  files: [{ path: launcher, sha256: sha256('old'), browser: null, extensionIds: [] }],
  folders: ['/no/such/home'],
};

const change = {
  previous,
  planned: {
    launcher,
    extensionIds: [EXTENSION_ID],
    writes: [launcher, manifest].map(
      (path) => ({ kind: 'file', path, content: 'new', mode: 0o644 }) as const,
    ),
    manifests: [{ browser: 'chrome', path: manifest }],
  },
  node: '/new/node',
  hostBinary: '/new/host',
  folders: ['/no/such/profile'],
};

const hashesOf = (receipt: Receipt, path: string) =>
  receipt.files.filter((file) => file.path === path).map((file) => file.sha256);

describe('the receipt of an install', () => {
  it('lists the old and the new content until all is written, so that a crash leaves no conflict', () => {
    const receipt = intendedReceipt(change);
    expect(hashesOf(receipt, launcher)).toEqual([sha256('new'), sha256('old')]);
    expect(receipt.folders).toEqual(['/no/such/home', '/no/such/profile']);
  });

  it('lists each file once in the end, even after a crash', async () => {
    const afterCrash = { ...change, previous: intendedReceipt(change) };
    for (const given of [change, afterCrash]) {
      const receipt = await finishedReceipt(thisMachine(), given);
      expect(receipt.files.map(({ path, browser }) => [path, browser])).toEqual([
        [launcher, null],
        [manifest, 'chrome'],
      ]);
      expect(hashesOf(receipt, launcher)).toEqual([sha256('new')]);
    }
  });
});
