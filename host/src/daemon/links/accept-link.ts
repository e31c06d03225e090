import type { Socket } from 'node:net';
import {
  HANDSHAKE_BYTES,
  HANDSHAKE_MS,
  isRequestToEnd,
  type LinkIntroduction,
  makeNonce,
  parseHandshake,
  proveDaemon,
  proveLink,
  sameProof,
} from '../../wire/handshake.ts';
import { encodeMessage, handOver, MessageReader } from '../../wire/messages.ts';

export interface AcceptedLink {
  socket: Socket;
  introduction: LinkIntroduction;
}

/**
 * The daemon's half of the handshake. Rejects a link that does not know the token or that serves a foreign extension.
 * The socket stays paused until its next reader is attached.
 */
export function acceptLink(
  socket: Socket,
  token: string,
  isAllowedOrigin: (origin: string) => boolean,
): Promise<AcceptedLink> {
  const ownNonce = makeNonce();
  let linkNonce = '';
  return new Promise((resolve, reject) => {
    const settle = (result: AcceptedLink | Error) => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
      handOver(socket, reader);
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const timer = setTimeout(() => settle(new Error('no handshake in time')), HANDSHAKE_MS);
    const onClose = () => settle(new Error('closed before the handshake was done'));
    const reader = new MessageReader(HANDSHAKE_BYTES, (body) => {
      const message = parseHandshake(body);
      if (message?.step === 'challenge' && linkNonce === '') {
        linkNonce = message.nonce;
        const proof = proveDaemon(token, linkNonce, ownNonce);
        socket.write(encodeMessage({ step: 'answer', nonce: ownNonce, proof }));
        return;
      }
      if (message?.step !== 'proof' || linkNonce === '') return settle(new Error('not our handshake'));
      const { origin, browserRun, version } = message;
      const introduction = { origin, browserRun, version };
      if (!sameProof(message.proof, proveLink(token, linkNonce, ownNonce, introduction))) {
        return settle(new Error('wrong token'));
      }
      if (!isRequestToEnd(origin) && !isAllowedOrigin(origin)) {
        socket.write(encodeMessage({ step: 'rejected', reason: foreignOrigin(origin) }));
        return settle(new Error(`foreign origin ${origin.slice(0, 100)}`));
      }
      socket.write(encodeMessage({ step: 'accepted' }));
      settle({ socket, introduction });
    });
    const onData = (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        settle(error instanceof Error ? error : new Error(String(error)));
      }
    };
    socket.on('data', onData).on('close', onClose);
  });
}

function foreignOrigin(origin: string): string {
  const id = /^chrome-extension:\/\/([a-p]{32})\/$/.exec(origin)?.[1];
  return id
    ? `This extension is not allowed to use bproxy. If it is yours, run: bproxy install --extension-id ${id}`
    : 'The link was not started by a browser extension.';
}
