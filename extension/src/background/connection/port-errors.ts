import { CHROME_PORT_ERRORS, type ChromePortError } from '@bproxy/shared';

/** Why a port to the host did not open, or closed. */
export type PortFailure = ChromePortError | 'silent' | 'unknown';

export function portFailureOf(text: string): PortFailure {
  const lower = text.toLowerCase();
  return FAILURES.find((failure) => lower.includes(sentenceOf(failure))) ?? 'unknown';
}

// as: the keys of a constant table are its type's keys.
const FAILURES = Object.keys(CHROME_PORT_ERRORS) as ChromePortError[];

/** Without the full stop, because more text may follow. */
function sentenceOf(failure: ChromePortError): string {
  return CHROME_PORT_ERRORS[failure].slice(0, -1).toLowerCase();
}

/** Only a person can fix these. Frequent retries would only wake the worker. */
export function needsSetup(failure: PortFailure): boolean {
  return ['not-found', 'forbidden', 'policy', 'bad-name'].includes(failure);
}
