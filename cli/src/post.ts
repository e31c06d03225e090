import { connect } from 'node:net';

export interface Posted {
  status: number;
  body: string;
}

/** No answer came within the limit. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

const HEAD_END = '\r\n\r\n';

/**
 * One POST to the daemon. Written by hand on a socket, because to load `node:http` and to make one request with it
 * takes a third of the time that Node itself needs to start. HTTP/1.0: the answer comes in one piece, and its end is
 * the end of the connection.
 */
export function post(port: number, token: string, body: string, limitMs: number): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => socket.destroy(new NoAnswerInTime()), limitMs);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      try {
        resolve(parse(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    socket.on('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection closed'));
    });
    const head = [
      'POST / HTTP/1.0',
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(head.join('\r\n') + HEAD_END + body);
  });
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
