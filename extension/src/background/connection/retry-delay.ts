import { needsSetup, type PortFailure } from './port-errors.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
const SETUP_RETRY_MS = 60_000;

/** Jitter keeps the profiles of one browser from knocking together. */
export function retryDelay(failure: PortFailure, attempts: number, random: number): number {
  if (needsSetup(failure)) return SETUP_RETRY_MS;
  const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 10));
  return backoff * (0.8 + 0.4 * random);
}
