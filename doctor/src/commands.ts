import type { BrowserPlace } from './browsers/browser-places.ts';
import type { Installation } from './installation.ts';

/** Builds commands for a person to copy. */
export function commandsFor({ home, namesHome, machine, isSystem = false }: Installation) {
  const quote = (word: string) => shellWord(machine.platform, word);
  const bproxy = (...words: string[]) =>
    ['bproxy', ...words, ...(namesHome ? ['--home', quote(home)] : [])].join(' ');
  const install = (...words: string[]) => bproxy('install', ...(isSystem ? ['--system'] : []), ...words);
  return {
    bproxy,
    installAll: install(),
    install: (
      place: Pick<BrowserPlace, 'browser' | 'userDataDir' | 'isNamed'>,
      ids: readonly string[] = [],
    ) =>
      install(
        ...(place.isNamed ? ['--user-data-dir', quote(place.userDataDir)] : ['--browser', place.browser]),
        ...ids.flatMap((id) => ['--extension-id', id]),
      ),
    remove: (path: string) => `${machine.platform === 'win32' ? 'del' : 'rm'} ${quote(path)}`,
    chmod: (mode: number, path: string) => `chmod ${mode.toString(8)} ${quote(path)}`,
  };
}

export function shellWord(platform: string, word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
