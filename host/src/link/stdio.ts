import { formatWithOptions } from 'node:util';
import { withLength } from '../wire/messages.ts';
import type { LinkLog } from './link-log.ts';

export interface ChromePipe {
  send(body: Uint8Array): void;
  /** Bytes that Chrome has not read yet. */
  pendingBytes(): number;
  onDrain(listener: () => void): void;
}

/**
 * stdout is the protocol: Chrome reads one stray word as a length and closes the port. So the real writer becomes
 * private, and everything else that prints goes to the log.
 */
export function takeStdout(log: LinkLog, onBroken: () => void): ChromePipe {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.on('error', onBroken);
  const toLog = (chunk: unknown): boolean => {
    log('stray_output', { text: String(chunk).slice(0, 500) });
    return true;
  };
  process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    for (const item of rest) if (typeof item === 'function') item();
    return toLog(chunk);
  };
  const print = (...args: unknown[]) => toLog(formatWithOptions({ colors: false }, ...args));
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[name] = print;
  return {
    send: (body) => {
      write(withLength(body));
    },
    pendingBytes: () => stdout.writableLength,
    onDrain: (listener) => stdout.on('drain', listener),
  };
}
