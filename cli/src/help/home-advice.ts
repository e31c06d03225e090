import { CommandFailure } from '../output/failure.ts';

const SERVICE_COMMANDS = /`bproxy service \w+(?=`)/g;

/**
 * Adds the home to the commands that a failure advises. They must work as printed, even if only a flag named the home.
 */
export function adviceForHome(failure: Error, home: string): CommandFailure {
  const message = failure.message.replace(
    SERVICE_COMMANDS,
    (command) => `${command} --home ${shellWord(home, process.platform)}`,
  );
  return new CommandFailure(message);
}

function shellWord(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
