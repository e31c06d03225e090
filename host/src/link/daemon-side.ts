import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LinkState, MAX_TO_EXTENSION_BYTES } from '@bproxy/shared';
import { type ByeReason, readBye } from '../wire/control.ts';
import { RejectedError } from '../wire/handshake.ts';
import { MessageReader } from '../wire/messages.ts';
import type { MessageTaker } from './message-passage.ts';
import { MAX_STARTS, StartGuard } from './start-guard.ts';

/** How often a link without a daemon looks for one. It attaches within half a second of `service start`. */
const LOOK_MS = 250;
/** How often a rejected link retries: the owner may grant it meanwhile. */
const REJECTED_MS = 5_000;
/** Above this the daemon is not reading: the link drops the daemon, never Chrome. */
const MAX_UNSENT_BYTES = 80 * 1024 * 1024;

export interface DaemonSideDeps {
  attach(): Promise<Socket>;
  /** Resolves when a daemon is ready, no matter which process started it. */
  startDaemon(): Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  uptime(): number;
  log(event: string, fields?: Record<string, unknown>): void;
  /** Sends a message to Chrome. Returns false when Chrome is behind; `resume` is called later. */
  toChrome(body: Buffer): boolean;
  report(state: LinkState, reason?: string): void;
}

/** The link's half that faces the daemon: finds it, restarts it after a crash, and waits after a stop. */
export class DaemonSide {
  readonly #deps: DaemonSideDeps;
  #socket: Socket | undefined;
  readonly #guard = new StartGuard();
  #lastFailure = '';
  #lastReport = '';

  constructor(deps: DaemonSideDeps) {
    this.#deps = deps;
  }

  /** Runs for the life of the link. */
  async run(): Promise<never> {
    let mayStart = true;
    for (;;) {
      const socket = await this.#find(mayStart);
      const attachedAt = this.#deps.uptime();
      const bye = await this.#serve(socket);
      mayStart = bye === undefined;
      // If the daemon drops every link at once, the link must not retry without a pause.
      if (this.#deps.uptime() - attachedAt < LOOK_MS) await sleep(LOOK_MS);
      this.#deps.log('daemon_gone', { bye: bye ?? 'none' });
      if (bye === 'stopped') this.#report('stopped');
      if (bye === 'superseded') {
        this.#report('failed', 'Another browser with a copy of this profile has taken over the connection.');
        await new Promise(() => {});
      }
    }
  }

  /**
   * The taker of the next message: the current daemon. Without one the message is dropped; the next daemon gets a
   * hello.
   */
  taker(): MessageTaker {
    const socket = this.#socket;
    if (socket && socket.writableLength > MAX_UNSENT_BYTES) {
      this.#deps.log('daemon_behind', { bytes: socket.writableLength });
      socket.destroy();
    }
    return (bytes) => {
      if (socket?.writable) socket.write(bytes);
    };
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** Calls back when everything sent has reached the daemon, or at once if there is none. */
  end(done: () => void): void {
    if (this.#socket) this.#socket.end(done);
    else done();
  }

  async #find(mayStart: boolean): Promise<Socket> {
    for (;;) {
      const found = await this.#tryAttach();
      if (found === 'rejected') {
        await sleep(REJECTED_MS);
      } else if (found !== 'nobody') {
        return found;
      } else if (mayStart && this.#mayStartNow()) {
        await this.#start();
      } else {
        await sleep(LOOK_MS);
      }
    }
  }

  async #tryAttach(): Promise<Socket | 'nobody' | 'rejected'> {
    try {
      return await this.#deps.attach();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== this.#lastFailure) this.#deps.log('attach_failed', { reason });
      this.#lastFailure = reason;
      if (!(error instanceof RejectedError)) return 'nobody';
      this.#report('failed', reason);
      return 'rejected';
    }
  }

  /** Chrome is notified of changes only. Each new daemon is a change and needs its own hello. */
  #report(state: LinkState, reason?: string): void {
    const news = `${state} ${reason ?? ''}`;
    if (state === 'attached' || news !== this.#lastReport) this.#deps.report(state, reason);
    this.#lastReport = news;
  }

  #mayStartNow(): boolean {
    const now = this.#deps.uptime();
    if (this.#guard.isCrashLoop(now)) {
      const next =
        'See the logs. It is started again when the minute is over, or with `bproxy service start`.';
      this.#report('failed', `The daemon ended ${MAX_STARTS} times within a minute. ${next}`);
    }
    return this.#guard.mayStart(now);
  }

  async #start(): Promise<void> {
    // Keep the reason while starts fail: the popup has to show it.
    if (!this.#guard.isFailing) this.#report('starting');
    try {
      await this.#deps.startDaemon();
      this.#guard.started(this.#deps.uptime());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#guard.failed(this.#deps.uptime());
      this.#deps.log('daemon_start_failed', { reason });
      this.#report('failed', reason);
    }
  }

  /** Pipes until the socket closes. Returns the daemon's goodbye, if there was one. */
  #serve(socket: Socket): Promise<ByeReason | undefined> {
    this.#socket = socket;
    this.#deps.log('attached');
    this.#report('attached');
    let bye: ByeReason | undefined;
    const reader = new MessageReader(MAX_TO_EXTENSION_BYTES, (body) => {
      const reason = readBye(body);
      if (reason) bye = reason;
      else if (!this.#deps.toChrome(body)) socket.pause();
    });
    return new Promise((resolve) => {
      socket.on('data', (chunk) => {
        try {
          reader.push(chunk);
        } catch (error) {
          // One byte too many would make Chrome close the port. Losing this connection is better.
          this.#deps.log('bad_frame', { reason: String(error) });
          socket.destroy();
        }
      });
      socket.on('error', (error) => this.#deps.log('socket_error', { reason: error.message }));
      socket.on('close', () => {
        this.#socket = undefined;
        resolve(bye);
      });
      socket.resume();
    });
  }
}
