import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BROWSER_CHECKS, RUNNING_CHECKS, SETUP_CHECKS } from './checks/list.ts';
import { runChecks } from './run-checks.ts';
import { type FakeInstallation, fakeInstallation } from './testing/fake-installation.ts';

let fake: FakeInstallation;
beforeEach(() => {
  fake = fakeInstallation({ output: async () => 'v22.0.0' });
});
afterEach(() => fake.remove());

const namesOf = (checks: ReadonlyArray<{ name: string }>) => checks.map(({ name }) => name);

describe('the checks', () => {
  it('run in the order of their lists, with the browser checks once for each named browser', async () => {
    const folders = ['one', 'two'].map((name) => join(fake.root, name));
    for (const folder of folders) mkdirSync(folder);
    const results = await runChecks({ ...fake.installation, userDataDirs: folders });
    const named = folders.flatMap((folder) => namesOf(BROWSER_CHECKS).map((name) => [name, folder]));
    expect(results.map(({ name, browser }) => [name, browser])).toEqual([
      ...namesOf(SETUP_CHECKS).map((name) => [name, null]),
      ...named,
      ...namesOf(RUNNING_CHECKS).map((name) => [name, null]),
    ]);
  });

  it('report a single line for a browser in which bproxy is not used', async () => {
    mkdirSync(join(fake.root, 'user', '.config', 'chromium', 'Default'), { recursive: true });
    const results = await runChecks(fake.installation);
    expect(results.filter(({ browser }) => browser !== null)).toMatchObject([
      { name: 'manifest', browser: 'Chromium', state: 'warn' },
    ]);
  });
});
