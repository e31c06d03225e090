import { connect, type Socket } from 'node:net';
import { type Home, readToken } from '../home/home.ts';
import { linkAddress } from '../home/socket-address.ts';
import {
  HANDSHAKE_BYTES,
  HANDSHAKE_MS,
  type LinkIntroduction,
  makeNonce,
  parseHandshake,
  proveDaemon,
  proveLink,
  RejectedError,
  sameProof,
} from '../wire/handshake.ts';
import { encodeMessage, handOver, MessageReader } from '../wire/messages.ts';

/**
 * Connects to the daemon; each side proves to the other that it knows the token. Rejects if there is no daemon, or a
 * stranger in its place. The socket stays paused until its next reader is attached.
 */
export async function attach(home: Home, introduction: LinkIntroduction): Promise<Socket> {
  const token = readToken(home);
  if (!token) throw new Error('There is no token: no daemon has been started.');
  const socket = connect(linkAddress(home));
  try {
    await proveBothWays(socket, token, introduction);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function proveBothWays(socket: Socket, token: string, introduction: LinkIntroduction): Promise<void> {
  const nonce = makeNonce();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The daemon did not answer in time.')), HANDSHAKE_MS);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const closed = () => fail(new Error('The daemon closed the connection.'));
    const reader = new MessageReader(HANDSHAKE_BYTES, (body) => {
      const message = parseHandshake(body);
      if (message?.step === 'answer') {
        if (!sameProof(message.proof, proveDaemon(token, nonce, message.nonce))) {
          return fail(new Error('Whoever listens on the socket does not know the token.'));
        }
        const proof = proveLink(token, nonce, message.nonce, introduction);
        return socket.write(encodeMessage({ step: 'proof', proof, ...introduction }));
      }
      if (message?.step === 'rejected') return fail(new RejectedError(message.reason));
      if (message?.step !== 'accepted') return fail(new Error('The daemon does not speak this handshake.'));
      clearTimeout(timer);
      socket.off('data', onData).off('error', fail).off('close', closed);
      handOver(socket, reader);
      resolve();
    });
    const onData = (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    };
    socket.on('error', fail).on('close', closed).on('data', onData);
    socket.once('connect', () => socket.write(encodeMessage({ step: 'challenge', nonce })));
  });
}
