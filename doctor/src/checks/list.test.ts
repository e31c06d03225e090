import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BROWSER_CHECKS, RUNNING_CHECKS, SETUP_CHECKS } from './list.ts';

const LISTS = { setup: SETUP_CHECKS, browser: BROWSER_CHECKS, running: RUNNING_CHECKS };

describe('the lists of checks', () => {
  it.each(Object.entries(LISTS))('of %s name every file of its folder', (folder, checks) => {
    const files = readdirSync(new URL(`${folder}/`, import.meta.url))
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => name.replace(/\.ts$/, ''));
    expect(checks.map(({ name }) => name).sort()).toEqual(files.sort());
  });

  it('match the table of docs/doctor.md, in the same order', () => {
    const page = readFileSync(new URL('../../../docs/doctor.md', import.meta.url), 'utf8');
    const section = page.split('## The checks\n')[1]?.split('\n## ')[0] ?? '';
    const documented = [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map((row) => row[1]);
    expect(documented).toEqual(Object.values(LISTS).flatMap((checks) => checks.map(({ name }) => name)));
  });
});
