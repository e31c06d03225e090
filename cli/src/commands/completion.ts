import type { CommandTable, Groups } from '../completion/command-words.ts';
import type { Command } from './command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Scripts that complete commands, flags and values. They are built from the table of all commands, including these. */
export function completionCommands(all: () => Promise<Command[]>, groups: Groups): Command[] {
  return SHELLS.map((shell) => ({
    path: ['completion', shell],
    summary: `Print a script that completes bproxy in ${shell}.`,
    flags: [],
    run: async () => ({
      exitCode: 0,
      stdout: await script(shell, { commands: await all(), groups }),
    }),
  }));
}

/** Loaded only here: no other command needs it. */
async function script(shell: (typeof SHELLS)[number], table: CommandTable): Promise<string> {
  switch (shell) {
    case 'bash':
      return (await import('../completion/bash.ts')).bashCompletion(table);
    case 'zsh':
      return (await import('../completion/zsh.ts')).zshCompletion(table);
    case 'fish':
      return (await import('../completion/fish.ts')).fishCompletion(table);
  }
}
