import { ACTION_NAMES } from '@bproxy/shared';
import { paramsSchemas } from '@bproxy/shared/schemas';
import { describe, expect, it } from 'vitest';
import { flagOf } from '../flags/flag.ts';
import { TARGET_FLAG_NAMES } from '../flags/target.ts';
import { DESCRIBED_FLAG_TABLE } from '../generated/described-flags.ts';
import { FLAG_TABLE } from '../generated/flags.ts';
import { nameOf } from './command.ts';
import { commandList, GROUPS } from './commands.ts';

/** Params that have flags of other names. */
const ELSEWHERE = new Set(['press.keys', 'drag.from', 'drag.to', 'upload.files']);

const commands = commandList(DESCRIBED_FLAG_TABLE);
const commandOf = (path: string) => commands.find((command) => command.path.join('.') === path);

describe('the commands', () => {
  it.each(ACTION_NAMES)('include %s, and its flags are the params of its schema', (action) => {
    const params = Object.keys(paramsSchemas[action].shape);
    expect(FLAG_TABLE[action].map((row) => row.param)).toEqual(params);

    const flags = commandOf(action)?.flags.map((flag) => flag.name);
    for (const row of FLAG_TABLE[action].filter(({ param }) => !ELSEWHERE.has(`${action}.${param}`))) {
      expect(params).toContain(row.param);
      if (row.kind === 'target') expect(flags).toEqual(expect.arrayContaining([...TARGET_FLAG_NAMES]));
      else if (row.kind !== 'json') expect(flags).toContain(flagOf(row.param));
    }
  });

  it('use each name and each flag once', () => {
    const names = commands.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const command of commands) {
      const spellings = command.flags.flatMap(({ name, short }) => (short ? [name, short] : [name]));
      expect(new Set(spellings).size, nameOf(command)).toBe(spellings.length);
      // `--help` and `-h` are taken. A `--no-…` flag reads as the opposite of another flag, which has to be there.
      for (const spelling of spellings) {
        expect(spelling).not.toMatch(/^(help|h|version)$/);
        if (spelling.startsWith('no-')) expect(spellings).toContain(spelling.slice(3));
      }
    }
  });

  it('describe every command, flag and group in a sentence', () => {
    for (const { summary, flags, path } of commands) {
      for (const text of [summary, ...flags.map((flag) => flag.summary)]) expect(text).toMatch(/^\S.*\.$/);
      if (path.length === 2) expect(GROUPS[path[0] ?? '']).toMatch(/\.$/);
    }
  });

  it('include status for debug.status', () => {
    expect(commandOf('status')?.flags).toEqual(commandOf('debug.status')?.flags);
  });
});
