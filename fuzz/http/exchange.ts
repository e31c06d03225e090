import { connect } from 'node:net';
import type { HttpCase } from './cases.ts';

export interface Answered {
  bytes: Buffer;
  /** The daemon closed the connection, at the latest after we had closed our half. */
  isClosed: boolean;
}

/** After this much silence the daemon is waiting for more, so we close our half. */
const QUIET_MS = 60;

/** Sends the bytes, reads until the daemon closes, and returns the answer. */
export function exchange(port: number, bytes: Buffer, isCut: boolean, limitMs: number): Promise<Answered> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let quiet: NodeJS.Timeout | undefined;
    const finish = (isClosed: boolean) => {
      clearTimeout(limit);
      clearTimeout(quiet);
      socket.destroy();
      resolve({ bytes: Buffer.concat(chunks), isClosed });
    };
    const limit = setTimeout(() => finish(false), limitMs);
    const listen = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), QUIET_MS);
    };
    socket.on('connect', () => {
      socket.write(bytes);
      if (isCut) socket.end();
      else listen();
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      listen();
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
  });
}

export function bytesOf(given: HttpCase, fill: (text: string) => string): Buffer {
  const body = Buffer.from(fill(given.body.toString('latin1')), 'latin1');
  const [framing, payload] = framed(given.framing, body);
  const head = Buffer.from(
    fill([given.requestLine, ...given.headers, ...framing, '', ''].join('\r\n')),
    'latin1',
  );
  const once = Buffer.concat([head, payload]);
  const all = Buffer.concat(Array.from({ length: given.repeat }, () => once));
  return given.cutAt === null ? all : all.subarray(0, given.cutAt);
}

function framed(framing: HttpCase['framing'], body: Buffer): [headers: string[], payload: Buffer] {
  const chunks = Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from(body.length > 0 ? '\r\n0\r\n\r\n' : '\r\n'),
  ]);
  switch (framing) {
    case 'length':
      return [[`Content-Length: ${body.length}`], body];
    case 'too-short':
      return [[`Content-Length: ${Math.max(0, body.length - 5)}`], body];
    case 'too-long':
      return [[`Content-Length: ${body.length + 50}`], body];
    case 'chunked':
      return [['Transfer-Encoding: chunked'], chunks];
    case 'bad-chunks':
      return [['Transfer-Encoding: chunked'], Buffer.concat([Buffer.from('zz\r\n'), body])];
    case 'both':
      return [['Transfer-Encoding: chunked', `Content-Length: ${body.length}`], chunks];
    case 'none':
      return [[], body];
  }
}
