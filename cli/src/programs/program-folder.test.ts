import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { programFolder } from './program-folder.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bproxy-program-')));
  mkdirSync(join(root, '.pnpm/bproxy@0.1.0/cli/dist'), { recursive: true });
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, '.pnpm/bproxy@0.1.0/cli/dist/bproxy.cjs'), '');
  symlinkSync('.pnpm/bproxy@0.1.0', join(root, 'bproxy'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('programFolder keeps a linked folder whose name has no version', () => {
  expect(programFolder(join(root, 'bproxy/cli/dist/bproxy.cjs'))).toBe(join(root, 'bproxy/cli/dist'));
});

it('programFolder follows the links of commands on the PATH, including chains of links', () => {
  symlinkSync('../bproxy/cli/dist/bproxy.cjs', join(root, 'bin/bproxy'));
  symlinkSync(join(root, 'bin/bproxy'), join(root, 'bin/bp'));
  expect(programFolder(join(root, 'bin/bp'))).toBe(join(root, 'bproxy/cli/dist'));
});
