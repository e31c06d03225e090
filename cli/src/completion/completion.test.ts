import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandList, GROUPS } from '../commands/commands.ts';
import { DESCRIBED_FLAG_TABLE } from '../generated/described-flags.ts';
import { bashCompletion } from './bash.ts';
import { type CommandTable, flagWords } from './command-words.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

const table: CommandTable = { commands: commandList(DESCRIBED_FLAG_TABLE), groups: GROUPS };

/** One command with a flag of each kind, and with characters that a shell could misread. */
const small: CommandTable = {
  groups: { tab: 'Tabs: all of them.' },
  commands: [
    {
      path: ['tab', 'open'],
      summary: "Open a page's tab [now].",
      flags: [
        { name: 'url', short: 'u', kind: 'string', summary: "The page's address: $HOME `x` \\n [y]." },
        { name: 'mode', kind: 'enum', values: ['slow', 'fast'], summary: 'How.' },
        { name: 'home', kind: 'string', repeatable: true, summary: 'Where.' },
        { name: 'file', kind: 'string', summary: 'From where.' },
        { name: 'all', kind: 'boolean', summary: 'All.' },
      ],
      run: async () => ({ exitCode: 0 }),
    },
  ],
};

describe('bash', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bproxy-completion-'));
    writeFileSync(join(folder, 'script'), bashCompletion(table));
    mkdirSync(join(folder, 'files', 'a folder'), { recursive: true });
    writeFileSync(join(folder, 'files', 'a file'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns the words that a real bash offers for each command line. The last word is still being typed. */
  function offers(lines: readonly string[][]): string[][] {
    const asks = lines.map((words) => {
      const list = ['bproxy', ...words].map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _bproxy; printf '%s\\n' "\${COMPREPLY[@]}" --end--`;
    });
    const program = ['set -u', 'source ../script', 'complete -p bproxy >&2', ...asks].join('\n');
    const ran = spawnSync('bash', ['--norc', '-c', program], {
      cwd: join(folder, 'files'),
      encoding: 'utf8',
    });
    expect(ran.stderr).toBe('complete -F _bproxy bproxy\n');
    const parts = ran.stdout.split('--end--\n').slice(0, -1);
    return parts.map((part) => part.split('\n').filter(Boolean));
  }

  it.each([
    [['na'], ['navigate']],
    [['se'], ['select', 'select-text', 'session', 'service']],
    [['--v'], ['--version']],
    [
      ['tab', ''],
      ['list', 'pin', 'unpin', 'wake', 'open', 'show', 'close', 'request', 'return'],
    ],
    [['tab', 'cl'], ['close']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['service', 'start', '--'],
      ['--port', '--session', '--timeout', '--verbose', '--home', '--plain', '--help'],
    ],
    [
      ['doctor', '--'],
      ['--json', '--fix', '--page', '--user-data-dir', '--home', '--plain', '--help'],
    ],
    [
      ['doctor', '--fix', '--p'],
      ['--page', '--plain'],
    ],
    [
      ['fill', '--method', ''],
      ['auto', 'direct', 'paste', 'runtime-api'],
    ],
    [['fill', '--method', 'p'], ['paste']],
    [
      ['fill', '--method', '='],
      ['auto', 'direct', 'paste', 'runtime-api'],
    ],
    [['fill', '--method', '=', 'd'], ['direct']],
    [['session', 'bind', '--pacing', 'f'], ['fast']],
    [['navigate', '--url', ''], []],
    [['text', '-s', ''], []],
    [['install', '--user-data-dir', 'a'], ['a folder']],
    [
      ['fill', '--value-file', 'a'],
      ['a file', 'a folder'],
    ],
    [['nope', ''], []],
    [['tab', 'nope', '--'], []],
  ])('completes %j', (words, expected) => {
    expect(offers([words])[0]?.sort()).toEqual([...expected].sort());
  });

  it('offers every flag of every command, and no other', () => {
    const found = offers(table.commands.map(({ path }) => [...path, '-']));
    expect(found).toEqual(table.commands.map(flagWords));
  });
});

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;

describe('the script for zsh', () => {
  const script = zshCompletion(small);

  it('contains the commands, flags and values, correctly quoted', () => {
    expect(script.split('\n').slice(-6, -3)).toEqual([
      '  case $command in',
      `    ('tab open') _arguments '(-u --url)'{-u,--url}'[The page'\\''s address\\: $HOME \`x\` \\\\n \\[y\\].]:url: ' '--mode''[How.]:mode:(slow fast)' '*''--home''[Where.]:folder:_files -/' '--file''[From where.]:file:_files' '--all''[All.]' '(-h --help)'{-h,--help}'[Print the usage.]' ;;`,
      '  esac',
    ]);
    expect(script).toContain(`first=('tab:Tabs\\: all of them.')`);
    expect(script).toContain(`second=('open:Open a page'\\''s tab [now].')`);
  });

  it('has valid syntax', () => {
    // Without zsh, bash checks the quotes and brackets: the script uses only syntax that both share.
    execFileSync(isThere('zsh') ? 'zsh' : 'bash', ['-n'], { input: zshCompletion(table) });
  });
});

describe('the script for fish', () => {
  it('contains the commands, flags and values, correctly quoted', () => {
    const lines = fishCompletion(small).split('\n');
    expect(lines.slice(lines.indexOf('complete -c bproxy -f') + 1, -1)).toEqual([
      "complete -c bproxy -n 'test (count (commandline -opc)) -eq 1' -a tab -d 'Tabs: all of them.'",
      "complete -c bproxy -n '__bproxy_after tab' -a open -d 'Open a page\\'s tab [now].'",
      "complete -c bproxy -n '__bproxy_in tab open' -l url -s u -x -d 'The page\\'s address: $HOME `x` \\\\n [y].'",
      "complete -c bproxy -n '__bproxy_in tab open' -l mode -x -a 'slow fast' -d 'How.'",
      "complete -c bproxy -n '__bproxy_in tab open' -l home -x -a '(__fish_complete_directories)' -d 'Where.'",
      "complete -c bproxy -n '__bproxy_in tab open' -l file -r -F -d 'From where.'",
      "complete -c bproxy -n '__bproxy_in tab open' -l all -d 'All.'",
      "complete -c bproxy -n '__bproxy_in tab open' -l help -s h -d 'Print the usage.'",
    ]);
    if (isThere('fish')) execFileSync('fish', ['--no-execute'], { input: fishCompletion(table) });
  });
});
