import { readPort } from './port.ts';
import { readToken } from './token.ts';

/** The port of the daemon, and the secret that it shares with its user's programs. */
export interface Access {
  port: number;
  token: string;
}

export function readAccess(home: string): Access {
  return { token: readToken(home), port: readPort(home) };
}
