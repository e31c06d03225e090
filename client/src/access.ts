import { readPort } from './port.ts';
import { readToken } from './token.ts';

/** Where the daemon listens, and the secret that it shares with its user's programs. */
export interface Access {
  port: number;
  token: string;
}

export function readAccess(home: string): Access {
  return { token: readToken(home), port: readPort(home) };
}
