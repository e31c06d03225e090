import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser'];

/** The Chromium to test with: `BPROXY_CHROMIUM`, or the first on PATH. Branded Chrome ignores --load-extension. */
export function findChromium() {
  const named = process.env['BPROXY_CHROMIUM'];
  if (named) return isExecutable(named) ? named : undefined;
  return findProgram(...NAMES);
}

/** The first on PATH of these names. */
export function findProgram(...names) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder && isExecutable(path)) return path;
    }
  }
  return undefined;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
