import { connect } from 'node:net';
import { PART_HEADER, PART_PATH } from '@bproxy/shared';
import type { Access } from './access.ts';
import { askForProof, isProof, makeNonce, PROOF_BYTES } from './proof.ts';

/** A request, or with `part` the bytes of a file that a request waits for. */
export interface Sent {
  body: string | Uint8Array;
  part?: string;
}

export interface Posted {
  status: number;
  body: string;
}

/** No answer came within the limit. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

/** Neither the token nor the body was sent: the program on the port did not prove that it is the daemon. */
export class NothingSent extends Error {
  override readonly name = 'NothingSent';
}

/** The daemon cannot have received the whole request, so it has done nothing. */
export class RequestCut extends Error {
  override readonly name = 'RequestCut';
}

const HEAD_END = '\r\n\r\n';
/** The real answer with the proof is far shorter. */
const MOST_PROOF_ANSWER = 4_096;

/**
 * Sends one POST to the daemon after the daemon has proven on the same connection that it knows the token. It writes to
 * a socket directly: loading `node:http` and making one request takes a third of the time that Node itself needs to
 * start. With HTTP/1.0, the answer comes in one piece and ends with the connection.
 */
export function post(
  { port, token }: Access,
  sent: Sent,
  limitMs: number,
  signal?: AbortSignal,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const nonce = makeNonce();
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => socket.destroy(new NoAnswerInTime()), limitMs);
    const abort = () => socket.destroy(new Error('the caller gave up'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    let isProven = false;
    let isWhole = false;
    let chunks: Buffer[] = [];
    const fail = (error: Error) => {
      if (!isProven) return reject(new NothingSent(error.message, { cause: error }));
      reject(isWhole ? error : new RequestCut(error.message, { cause: error }));
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isProven) return;
      const answer = Buffer.concat(chunks);
      const proof = proofIn(answer);
      if (proof === undefined && answer.length < MOST_PROOF_ANSWER) return;
      if (proof === undefined || !isProof(proof, token, nonce, socket)) {
        socket.destroy(new Error('another program listens there'));
        return;
      }
      isProven = true;
      chunks = [];
      // One piece: TCP holds a second one back until the first is confirmed, which takes the daemon's system 40 ms.
      socket.cork();
      socket.write(headOf(port, token, sent));
      // Called when the system has accepted the last byte.
      socket.write(sent.body, (error) => {
        isWhole = !error;
      });
      socket.uncork();
    });
    socket.on('error', fail);
    socket.on('end', () => {
      try {
        if (isProven) resolve(parse(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    socket.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      fail(new Error('the connection closed'));
    });
    socket.write(askForProof(port, nonce));
  });
}

function headOf(port: number, token: string, { body, part }: Sent): string {
  const head = [
    `POST ${part === undefined ? '/' : PART_PATH} HTTP/1.0`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    ...(part === undefined
      ? ['content-type: application/json']
      : ['content-type: application/octet-stream', `${PART_HEADER}: ${part}`]),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return head.join('\r\n') + HEAD_END;
}

/** Returns the proof of a complete answer, or an empty text if the answer has none. Nothing may follow the proof. */
function proofIn(answer: Buffer): string | undefined {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return undefined;
  if (!answer.subarray(0, end).toString('latin1').startsWith('HTTP/1.1 200 ')) return '';
  const proof = answer.subarray(end + HEAD_END.length).toString('latin1');
  return proof.length < PROOF_BYTES ? undefined : proof;
}

function parse(answer: Buffer): Posted {
  const end = answer.indexOf(HEAD_END);
  const head = answer.subarray(0, Math.max(0, end)).toString('latin1');
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head) ?? [];
  if (status === undefined) throw new Error('the answer ended early');
  const body = answer.subarray(end + HEAD_END.length);
  const [, length] = /^content-length: *(\d+) *$/im.exec(head) ?? [];
  if (length !== undefined && body.length !== Number(length)) throw new Error('the answer ended early');
  return { status: Number(status), body: body.toString('utf8') };
}
