import { posix, win32 } from 'node:path';
import { HOST_NAME, isRecord } from '@bproxy/shared';
import { readChromeJson } from './chrome-json.ts';

export interface ReadManifest {
  path: string;
  origins: string[];
  /** Accepted by Chrome, but not by every reader of JSON. */
  oddity?: string;
}

/**
 * Reads a host manifest by Chrome's own rules, each of which was tried in a real Chromium. Returns a sentence if Chrome
 * refuses the manifest. To the extension, Chrome reports every one of these faults as "not found".
 */
export function readManifest(text: string, platform: string): ReadManifest | string {
  const { value, oddity } = readChromeJson(text);
  if (value === undefined) return `it is not valid JSON (${jsonError(text)})`;
  if (!isRecord(value)) return 'it is not a JSON object';
  const { name, description, type, path, allowed_origins: origins } = value;
  if (name !== HOST_NAME) return `its "name" is ${JSON.stringify(name)} and must be "${HOST_NAME}"`;
  if (typeof description !== 'string' || description === '') return 'its "description" is missing or empty';
  if (type !== 'stdio') return `its "type" is ${JSON.stringify(type)} and must be "stdio"`;
  if (typeof path !== 'string') return 'its "path" is missing';
  // On Windows, a path may be relative to the manifest.
  if (platform !== 'win32' && !posix.isAbsolute(path)) {
    return `its "path" is ${JSON.stringify(path)}, and Chrome takes absolute paths only`;
  }
  if (!Array.isArray(origins)) return 'its "allowed_origins" is not a list';
  const bad = origins.find((origin) => typeof origin !== 'string' || !isOrigin(origin));
  if (bad !== undefined) {
    return `its "allowed_origins" has ${JSON.stringify(bad)}, and the form is chrome-extension://ID/ with the slash at the end`;
  }
  return { path, origins: origins.map(String), ...(oddity ? { oddity } : {}) };
}

export function absoluteHostPath(platform: string, manifest: string, path: string): string {
  return platform === 'win32' ? win32.resolve(win32.dirname(manifest), path) : path;
}

/** Chrome also accepts an invalid id, but not a wildcard, another scheme or a missing slash. */
function isOrigin(text: string): boolean {
  return /^chrome-extension:\/\/[^/*?#]+\/$/.test(text);
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    // The parser repeats the text after the first colon or comma. The position where it stopped is enough.
    return error instanceof Error ? (error.message.split(/, "|\n/)[0] ?? '') : '';
  }
}
