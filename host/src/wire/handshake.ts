import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Both sides of the local socket prove that they can read the token file, without sending it. A stranger that took
 * the socket's name learns nothing and is not trusted.
 *
 *   link → daemon   challenge { nonce }
 *   daemon → link   answer    { nonce, proof }
 *   link → daemon   proof     { proof, origin, browserRun, version }
 *   daemon → link   accepted, or rejected { reason }
 */
export interface LinkIntroduction {
  /** The extension that Chrome launched the link for. */
  origin: string;
  /** Identifies this run of the browser; empty where the system does not report it. */
  browserRun: string;
  version: string;
}

export type HandshakeMessage =
  | { step: 'challenge'; nonce: string }
  | { step: 'answer'; nonce: string; proof: string }
  | ({ step: 'proof'; proof: string } & LinkIntroduction)
  | { step: 'accepted' }
  | { step: 'rejected'; reason: string };

/** The origin of a caller that is no extension: it knows the token and asks the daemon to stop. */
export const STOP_REQUEST = 'bproxy:stop';
/** The same, but another daemon follows: sessions and their tabs continue. */
export const RESTART_REQUEST = 'bproxy:restart';

export function isRequestToEnd(origin: string): boolean {
  return origin === STOP_REQUEST || origin === RESTART_REQUEST;
}

export const HANDSHAKE_MS = 5_000;
/** No message of the handshake is longer. */
export const HANDSHAKE_BYTES = 4_096;

export function makeNonce(): string {
  return randomBytes(32).toString('hex');
}

export function proveDaemon(token: string, linkNonce: string, daemonNonce: string): string {
  return prove(token, ['daemon', linkNonce, daemonNonce]);
}

export function proveLink(
  token: string,
  linkNonce: string,
  daemonNonce: string,
  intro: LinkIntroduction,
): string {
  return prove(token, ['link', linkNonce, daemonNonce, intro.origin, intro.browserRun, intro.version]);
}

export function sameProof(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}

function prove(token: string, parts: string[]): string {
  return createHmac('sha256', token).update(JSON.stringify(parts)).digest('hex');
}

export function parseHandshake(body: Buffer): HandshakeMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  if (!isTextRecord(value)) return undefined;
  const { step, nonce, proof, origin, browserRun, version, reason } = value;
  if (step === 'accepted') return { step };
  if (step === 'rejected' && reason) return { step, reason };
  if (step === 'challenge' && nonce) return { step, nonce };
  if (step === 'answer' && nonce && proof) return { step, nonce, proof };
  if (step === 'proof' && proof && origin && browserRun !== undefined && version) {
    return { step, proof, origin, browserRun, version };
  }
  return undefined;
}

function isTextRecord(value: unknown): value is Record<string, string | undefined> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((item) => typeof item === 'string')
  );
}

/** The daemon knows the link and rejects it: retrying cannot help. */
export class RejectedError extends Error {}
