import { writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { TestHome } from '../../host/integration/home.ts';
import { startTimeOf } from '../../host/src/home/process-identity.ts';
import { parseHandshake, proveDaemon } from '../../host/src/wire/handshake.ts';
import { encodeMessage, MessageReader } from '../../host/src/wire/messages.ts';
import type { DaemonCase } from './cases.ts';

const TOKEN = 'token-of-the-fake-daemon';
const NONCE = 'nonce-of-the-fake-daemon';

/** Owns a home as a daemon does, and answers each link that comes with the next case. */
export class FakeDaemon {
  readonly home = new TestHome();
  readonly #server: Server;

  constructor(nextCase: () => DaemonCase | undefined) {
    const write = (name: string, text: string) => writeFileSync(this.home.path(name), text, { mode: 0o600 });
    // The lock of a living process: the links must find a daemon and start no second one.
    write('daemon.lock', `${process.pid}\n${startTimeOf(process.pid)}\nfake\n`);
    write('ready', 'fake\n');
    write('port', '9\n');
    write('token', TOKEN);
    this.#server = createServer((socket) => {
      socket.on('error', () => {});
      const given = nextCase();
      if (given) serve(socket, given);
      else socket.destroy();
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.home.path('link.sock'), resolve));
  }

  async end(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
    writeFileSync(this.home.path('daemon.lock'), '');
    await this.home.remove();
  }
}

function serve(socket: Socket, { handshake, after }: DaemonCase): void {
  if (handshake === 'closed') {
    socket.destroy();
    return;
  }
  if (handshake === 'junk') {
    // Unread, it would never close.
    socket.resume();
    socket.end(after);
    return;
  }
  const reader = new MessageReader(10_000_000, (body) => {
    const message = parseHandshake(body);
    if (message?.step === 'challenge') {
      const proof = handshake === 'wrong-proof' ? 'wrong' : proveDaemon(TOKEN, message.nonce, NONCE);
      const answer = encodeMessage({ step: 'answer', nonce: NONCE, proof });
      socket.write(handshake === 'two-answers' ? Buffer.concat([answer, answer]) : answer);
    }
    // In one write: data after the handshake may arrive together with its last bytes.
    if (message?.step === 'proof') socket.end(Buffer.concat([encodeMessage({ step: 'accepted' }), after]));
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch {
      socket.destroy();
    }
  });
}
