import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS, type ErrorCode, filledIn, isErrorCode } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { errorsPage } from '../scripts/generate/errors-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Which test makes the product answer with the code. Those of the daemon are also held to the table there. */
const PROVOKED_IN: Record<ErrorCode, string> = {
  NO_EXTENSION: 'host/src/daemon/errors.test.ts',
  TIMEOUT: 'host/src/daemon/errors.test.ts',
  OVERLOADED: 'host/src/daemon/errors.test.ts',
  LINK_DISCONNECTED: 'host/src/daemon/errors.test.ts',
  RESULT_TOO_LARGE: 'extension/src/background/connection/link.test.ts',
  TAB_NOT_FOUND: 'host/src/daemon/errors.test.ts',
  TAB_TAKEN: 'e2e/ownership.test.ts',
  TAB_ASLEEP: 'e2e/asleep.test.ts',
  FRAME_NOT_FOUND: 'e2e/frames.test.ts',
  VIEW_CHANGED: 'e2e/mouse.test.ts',
  KEY_NOT_POSSIBLE: 'e2e/press.test.ts',
  PERMISSION_NEEDED: 'e2e/downloads.test.ts',
  FILE_REFUSED: 'e2e/upload.test.ts',
  FILE_TOO_LARGE: 'e2e/upload-limits.test.ts',
  UPLOAD_INCOMPLETE: 'e2e/upload-limits.test.ts',
  WOULD_RESUBMIT: 'e2e/asleep.test.ts',
  WOULD_ASK_USER: 'e2e/would-ask.test.ts',
  TAB_BORROWED: 'e2e/lend.test.ts',
  TAB_READ_ONLY: 'e2e/lend.test.ts',
  TAB_NOT_BORROWED: 'e2e/lend.test.ts',
  ELEMENT_NOT_FOUND: 'e2e/errors.test.ts',
  ELEMENT_NOT_ACTIONABLE: 'e2e/errors.test.ts',
  SELECTOR_AMBIGUOUS: 'e2e/errors.test.ts',
  TEXT_NOT_FOUND: 'e2e/edit.test.ts',
  TEXT_AMBIGUOUS: 'e2e/edit.test.ts',
  INVALID_SESSION_ID: 'host/src/daemon/errors.test.ts',
  SESSION_NOT_FOUND: 'host/src/daemon/errors.test.ts',
  TAB_HANDLE_NOT_FOUND: 'host/src/daemon/errors.test.ts',
  TAB_NOT_IN_SESSION: 'host/src/daemon/errors.test.ts',
  ELEMENT_HANDLE_NOT_FOUND: 'host/src/daemon/errors.test.ts',
  ELEMENT_HANDLE_STALE: 'host/src/daemon/errors.test.ts',
  ELEMENT_HANDLE_SCOPE_MISMATCH: 'host/src/daemon/errors.test.ts',
  BROWSER_NOT_FOUND: 'host/src/daemon/errors.test.ts',
  BROWSER_AMBIGUOUS: 'host/src/daemon/errors.test.ts',
  HUMAN_REQUIRED: 'host/src/daemon/errors.test.ts',
  DEBUGGER_DISABLED: 'e2e/errors.test.ts',
  SESSION_REQUIRED: 'host/src/daemon/errors.test.ts',
  RATE_LIMITED: 'host/src/daemon/errors.test.ts',
  PACING_NOT_ALLOWED: 'host/src/daemon/errors.test.ts',
  USER_ACTIVE: 'e2e/headed/unseen-windows.test.ts',
  URL_NOT_ALLOWED: 'e2e/errors.test.ts',
  PAGE_RESTRICTED: 'e2e/errors.test.ts',
  PAGE_CRASHED: 'e2e/crashed.test.ts',
  BAD_REQUEST: 'host/src/daemon/errors.test.ts',
  UNAUTHORIZED: 'host/src/daemon/errors.test.ts',
  UNSUPPORTED_ACTION: 'extension/src/background/connection/incoming.test.ts',
  SCRIPT_ERROR: 'host/src/daemon/errors.test.ts',
  NAVIGATION_FAILED: 'e2e/errors.test.ts',
  TAB_NOT_VISIBLE: 'e2e/hidden-tabs.test.ts',
  DIALOG_OPEN: 'e2e/errors.test.ts',
  OUTCOME_UNKNOWN: 'host/src/daemon/errors.test.ts',
  INTERNAL_ERROR: 'host/src/daemon/errors.test.ts',
};

const codes = Object.keys(ERRORS).filter(isErrorCode);

const products = ['host', 'extension', 'cli']
  .flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/src/${name}`,
    ),
  )
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path));

describe('every error', () => {
  it('of the table is what the reference shows, word for word', () => {
    expect(read('docs/reference/errors.md')).toBe(errorsPage());
  });

  it.each(codes)('%s is used by the product and provoked by a test', (code) => {
    const users = products.filter((path) => read(path).includes(`'${code}'`));
    expect(users).not.toEqual([]);
    // A key of a table of cases stands without quotes.
    expect(read(PROVOKED_IN[code])).toMatch(new RegExp(`'${code}'|\\b${code}:`));
  });

  it('that the product names is in the table', () => {
    for (const path of products) {
      for (const [, code = ''] of read(path).matchAll(/(?:ProtocolError|makeError|fail)\(\s*'([A-Z_]+)'/g)) {
        expect(codes, path).toContain(code);
      }
    }
  });

  it('says what happens and what to do next, in sentences', () => {
    for (const code of codes) {
      expect(ERRORS[code].meaning).toMatch(/^[A-Zb].*\.$/);
      expect(filledIn(ERRORS[code].next, { session: '' })).toMatch(/^[A-Z].*\.$/);
    }
  });
});
