import type { Socket } from 'node:net';

/**
 * Connections that are not serving a request with the token. Any local program can open them, so their number is
 * limited. The oldest is closed first, because a working client needs only a moment for its request.
 */
export class IdleConnections {
  readonly #most: number;
  readonly #onDrop: () => void;
  /** In order of arrival. */
  readonly #sockets = new Set<Socket>();

  constructor(most: number, onDrop: () => void) {
    this.#most = most;
    this.#onDrop = onDrop;
  }

  add(socket: Socket): void {
    if (socket.destroyed) return;
    this.#sockets.add(socket);
    if (this.#sockets.size <= this.#most) return;
    const [oldest] = this.#sockets;
    oldest?.destroy();
    if (oldest) this.#sockets.delete(oldest);
    this.#onDrop();
  }

  remove(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
