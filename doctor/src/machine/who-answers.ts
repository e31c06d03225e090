import { get } from 'node:http';
import { isRecord, parseJson } from '@bproxy/shared';

/** closed: nothing listens. bproxy: one of our daemons, of any home. */
export type Answerer = 'closed' | 'bproxy' | 'stranger';

const LIMIT_MS = 5_000;
const MAX_BYTES = 10_000;

/** Finds out which program answers on a port, without revealing the token to a stranger. */
export function whoAnswers(port: number): Promise<Answerer> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, agent: false, signal: AbortSignal.timeout(LIMIT_MS) };
    const call = get(options, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
        if (text.length > MAX_BYTES) response.destroy();
      });
      response.on('close', () => resolve(isOurRefusal(text) ? 'bproxy' : 'stranger'));
    });
    call.on('error', (error) => {
      const refused = 'code' in error && error.code === 'ECONNREFUSED';
      resolve(refused ? 'closed' : 'stranger');
    });
  });
}

function isOurRefusal(text: string): boolean {
  const answer = parseJson(text);
  if (!isRecord(answer) || answer['protocol_version'] === undefined) return false;
  return isRecord(answer['error']) && answer['error']['code'] === 'UNAUTHORIZED';
}
