import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import type { Flag } from './flag.ts';
import { parseFlags } from './parse-flags.ts';

const flags: Flag[] = [
  { name: 'text', short: 't', kind: 'string', summary: '' },
  { name: 'count', kind: 'integer', summary: '', minimum: -5, maximum: 10 },
  { name: 'on', kind: 'boolean', summary: '' },
  { name: 'mode', kind: 'enum', summary: '', values: ['a', 'b'] },
  { name: 'items', kind: 'list', summary: '' },
  { name: 'many', kind: 'string', summary: '', repeatable: true },
];
const command: Command = { path: ['test'], summary: '', flags, run: async () => ({ exitCode: 0 }) };

function parsed(...words: string[]): Record<string, unknown> | 'help' {
  const values = parseFlags(command, words);
  if (values === 'help') return values;
  return Object.fromEntries(
    flags.filter((flag) => values.has(flag.name)).map(({ name }) => [name, values.raw(name)]),
  );
}

describe('parseFlags', () => {
  const nasty = [
    '-',
    '--',
    '-x',
    '-200',
    '--unknown',
    'a=b',
    '=',
    '--a=b',
    'a b',
    'é\n',
    '"',
    '--no-text',
    '-1',
  ];
  it.each(nasty)('accepts %j as a value in both spellings', (value) => {
    expect(parsed('--text', value)).toEqual({ text: value });
    expect(parsed(`--text=${value}`)).toEqual({ text: value });
    expect(parsed('-t', value)).toEqual({ text: value });
    expect(parsed(`-t=${value}`)).toEqual({ text: value });
  });

  it('accepts a value that looks like a known flag only after an equals sign', () => {
    for (const value of ['--on', '-t', '--text=x', '--help', '-h']) {
      expect(() => parsed('--text', value), value).toThrow(/^--text needs a value, but/);
      expect(parsed(`--text=${value}`)).toEqual({ text: value });
    }
  });

  it('reads flags of every kind', () => {
    const words = ['--count', '-5', '--on', '--mode=b', '--items', 'a, b,c', '--many', 'x', '--many=y'];
    expect(parsed(...words)).toEqual({
      count: -5,
      on: true,
      mode: 'b',
      items: ['a', 'b', 'c'],
      many: ['x', 'y'],
    });
  });

  it('recognises --help among the flags, but not inside a value', () => {
    expect(parsed('--on', '--help')).toBe('help');
    expect(parsed('--text=-h')).toEqual({ text: '-h' });
  });

  it.each(['1.5', '1e1', '+1', ' 1', '0x1', '11', '-6', 'NaN', '99999999999999999999', '１'])(
    'refuses %j as a whole number from -5 to 10',
    (text) => {
      expect(() => parsed('--count', text)).toThrow('--count must be a whole number from -5 to 10.');
    },
  );

  it('never repeats a value in a message', () => {
    const secret = 'hunter2';
    for (const words of [
      [`--wrong=${secret}`],
      [`--mode=${secret}`],
      [`--count=${secret}`],
      [`--on=${secret}`],
    ]) {
      expect(() => parsed(...words)).toThrow(expect.not.stringContaining(secret));
    }
  });
});
