import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { APPLICATIONS } from '../e2e/applications/applications.ts';
import { versionOf } from '../e2e/applications/installed.ts';

const page = readFileSync(fileURLToPath(new URL('../docs/applications.md', import.meta.url)), 'utf8');

it('docs/applications.md has a row for each task of each application, in the versions that are run', () => {
  const rows = page.split('\n').filter((line) => / (met|MISSED) \|$/.test(line));
  const tasks = APPLICATIONS.flatMap(({ name, tasks }) => tasks.map((task) => `| ${name} | ${task.name} |`));
  expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' | ').concat(' |'))).toEqual(tasks);
  for (const { package: name } of APPLICATIONS) expect(page).toContain(versionOf(name));
});
