import { isRecord } from '@bproxy/shared';

export interface Private {
  /** The user's home folder. */
  homeDir: string;
  userName: string;
  /** Texts that must not leave the computer, each with its replacement. */
  secrets: ReadonlyArray<readonly [text: string, instead: string]>;
}

const ADDRESS = /\b([a-z][a-z0-9+.-]*):\/\/[^\s"'<>\\)\]]+/gi;
/** It could be a token: no useful text is as long and as random. */
const LONG_HEX = /\b[0-9a-f]{32,}\b/gi;

/** Makes a text safe for a public issue: no secret, no name, and only the origin of an address. */
export function scrubber({ homeDir, userName, secrets }: Private): (text: string) => string {
  const hidden = secrets.filter(([text]) => text.length > 0);
  const homes = [homeDir, homeDir.replaceAll('\\', '/'), homeDir.replaceAll('\\', '\\\\')];
  // A folder beside the home may have a name that starts with the same text.
  const homePattern = new RegExp(`(?:${homes.map(literal).join('|')})(?![\\w-])`, 'gi');
  const namePattern = new RegExp(`(?<![\\p{L}\\p{N}])${literal(userName)}(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => {
    let clean = text;
    for (const [secret, instead] of hidden) clean = clean.replaceAll(secret, instead);
    clean = clean.replace(ADDRESS, (address) => originOf(address));
    clean = clean.replace(/\b(data|javascript|mailto|view-source):[^\s"']+/gi, '$1:…');
    // An address without its scheme still has a query.
    clean = clean.replace(/\?[^\s"']*=[^\s"']*/g, '?…');
    clean = clean.replace(LONG_HEX, '[hidden]');
    if (homeDir.length > 1) clean = clean.replace(homePattern, '~');
    if (userName.length > 0) clean = clean.replace(namePattern, '~');
    return clean;
  };
}

/** Scrubs every text in an object, including its keys. */
export function scrubObject(value: object, scrub: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [scrub(key), scrubValue(item, scrub)]),
  );
}

function scrubValue(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, scrub));
  return isRecord(value) ? scrubObject(value, scrub) : value;
}

function originOf(address: string): string {
  const extension = /^chrome-extension:\/\/[a-p]{32}\//.exec(address);
  if (extension) return extension[0];
  if (!URL.canParse(address)) return '[address]';
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
