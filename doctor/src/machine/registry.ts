/** A value of a key or of one below it, from the output of `reg query KEY /s`. A default value has the name ''. */
export interface RegistryValue {
  key: string;
  name: string;
  value: string;
}

export function readRegistry(printed: string): RegistryValue[] {
  let key = '';
  const values: RegistryValue[] = [];
  for (const line of printed.split(/\r?\n/)) {
    if (/^HKEY_/.test(line)) key = line.trim();
    const match = /^ {4}(.+?) {4}REG_\w+ {4}(.*)$/.exec(line);
    // The word for the default value depends on the language of Windows, but is always in parentheses.
    if (match) values.push({ key, name: (match[1] ?? '').replace(/^\(.*\)$/, ''), value: match[2] ?? '' });
  }
  return values;
}
