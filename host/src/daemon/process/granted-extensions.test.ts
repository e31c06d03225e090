import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION_ID } from '@bproxy/manifests';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { homeAt } from '../../home/home.ts';
import { isGrantedOrigin } from './granted-extensions.ts';

const [FIRST, SECOND] = ['a'.repeat(32), 'b'.repeat(32)];
const origin = (id: string) => `chrome-extension://${id}/`;

let user: string;
let system: string;
beforeEach(() => {
  user = mkdtempSync(join(tmpdir(), 'bproxy-user-'));
  system = mkdtempSync(join(tmpdir(), 'bproxy-system-'));
});
afterEach(() => {
  for (const folder of [user, system]) rmSync(folder, { recursive: true });
});

it('our own id and the ids in the receipts of this user and of the system are allowed', () => {
  const isGranted = (id: string) => isGrantedOrigin(homeAt(user), origin(id), system);
  expect([EXTENSION_ID, FIRST, SECOND].map(isGranted)).toEqual([true, false, false]);
  writeFileSync(join(user, 'install.json'), JSON.stringify({ extensionIds: [FIRST] }));
  expect([EXTENSION_ID, FIRST, SECOND].map(isGranted)).toEqual([true, true, false]);
  writeFileSync(join(system, 'install.json'), JSON.stringify({ extensionIds: [SECOND] }));
  expect([EXTENSION_ID, FIRST, SECOND].map(isGranted)).toEqual([true, true, true]);
  writeFileSync(join(user, 'install.json'), 'damaged');
  expect([EXTENSION_ID, FIRST, SECOND].map(isGranted)).toEqual([true, false, true]);
});
