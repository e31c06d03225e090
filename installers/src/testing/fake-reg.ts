import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Registry, registryBy } from '../machine/registry.ts';

export interface FakeReg {
  registry: Registry;
  /** Every argument list that it received. */
  calls(): string[][];
  values(): Record<string, string>;
  set(key: string, value: string): void;
  /** Makes it refuse this verb, for keys with this part, as Windows refuses users without permission. */
  deny(verb: 'add' | 'delete', keyPart?: string): void;
}

/**
 * Replaces Windows' reg.exe, with the same arguments, exit codes and output format. A value is a file in `values`; a
 * call is a line in `calls`.
 */
const PROGRAM = `#!/bin/sh
dir=$(dirname "$0")
( IFS='|'; printf '%s\\n' "$*" >>"$dir/calls" )
verb=$1 key=$2
file="$dir/values/$(printf %s "$key" | tr '\\\\' '#')"
fail() { printf 'ERROR: %s\\r\\n' "$1" >&2; exit 1; }
if [ "$verb" = "$(cat "$dir/denied-verb")" ]; then
  case $key in *"$(cat "$dir/denied-key")"*) fail 'Access is denied.';; esac
fi
case $verb in
  add)
    [ "$3 $4 $5 $6 $8" = '/ve /t REG_SZ /d /f' ] || fail 'Invalid syntax.'
    printf %s "$7" >"$file"
    exit 0;;
  delete) [ "$3" = /f ] || fail 'Invalid syntax.';;
  query) [ "$3" = /ve ] || fail 'Invalid syntax.';;
  *) fail 'Invalid syntax.';;
esac
[ -f "$file" ] || fail 'The system was unable to find the specified registry key or value.'
if [ "$verb" = delete ]; then rm "$file"; exit 0; fi
# As in a console's code page: bytes beyond ASCII, and not those of any standard.
printf '\\r\\n%s\\r\\n    (Standard)    REG_SZ    %s\\r\\n\\r\\n' "$key" "$(cat "$file")" | LC_ALL=C tr '\\200-\\377' '\\201'
`;

export function fakeReg(folder: string): FakeReg {
  const file = (...names: string[]) => join(folder, ...names);
  const deny = (verb: string, keyPart = '') => {
    writeFileSync(file('denied-verb'), verb);
    writeFileSync(file('denied-key'), keyPart);
  };
  mkdirSync(file('values'), { recursive: true });
  writeFileSync(file('reg'), PROGRAM, { mode: 0o755 });
  writeFileSync(file('calls'), '');
  deny('none');
  return {
    registry: registryBy(file('reg')),
    calls: () =>
      readFileSync(file('calls'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('|')),
    values: () =>
      Object.fromEntries(
        readdirSync(file('values')).map((name) => [
          name.replaceAll('#', '\\'),
          readFileSync(file('values', name), 'utf8'),
        ]),
      ),
    set: (key, value) => writeFileSync(file('values', key.replaceAll('\\', '#')), value),
    deny,
  };
}
