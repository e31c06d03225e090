import {
  type AnyForwardedRequest,
  ProtocolError,
  type ResumeState,
  type ToDaemonMessage,
  traitsOf,
  type WireResponse,
} from '@bproxy/shared';
import { asReplay, failure, type Outcome, success } from './answer.ts';
import type { Dedupe, Remembered } from './dedupe.ts';
import type { Trace } from './trace.ts';

interface Running {
  begun: boolean;
  cancelled: boolean;
}

interface DispatcherParts {
  run(request: AnyForwardedRequest): Promise<Outcome<AnyForwardedRequest['action']>>;
  send(message: ToDaemonMessage): void;
  dedupe: Dedupe;
  trace: Trace;
  now(): number;
  extensionVersion: string;
}

/** Runs each request once, whatever the connection, the daemon or the worker do meanwhile. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #running = new Map<string, Running>();

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  get inFlight(): number {
    return this.#running.size;
  }

  async handle(request: AnyForwardedRequest): Promise<void> {
    // The one run answers on whatever port is open when it ends: a second arrival has only to wait.
    if (this.#running.has(request.id)) return;
    const running: Running = { begun: false, cancelled: false };
    this.#running.set(request.id, running);
    const receivedAt = this.#parts.now();
    try {
      const response = await this.#answer(request, running);
      if (response) this.#reply(request, response, receivedAt);
    } finally {
      this.#running.delete(request.id);
    }
  }

  async resume(ids: string[]): Promise<void> {
    const found = await Promise.all(
      ids.map(async (id) => ({
        id,
        running: this.#running.has(id),
        known: await this.#parts.dedupe.find(id),
      })),
    );
    const states = found.map(({ id, running, known }) => ({ id, state: resumeState(running, known) }));
    this.#parts.send({ type: 'resumed', states });
    for (const { id, running, known } of found) {
      if (running || !known || known.state === 'started') continue;
      this.#parts.send({ type: 'response', response: keptAnswer(id, known) });
    }
  }

  cancel(id: string): void {
    const running = this.#running.get(id);
    if (running && !running.begun) running.cancelled = true;
  }

  async #answer(request: AnyForwardedRequest, running: Running): Promise<WireResponse | null> {
    const destructive = traitsOf(request.action).destructive;
    try {
      const known = destructive ? await this.#parts.dedupe.find(request.id) : undefined;
      if (known) return keptAnswer(request.id, known);
      this.#refuseIfLate(request);
      if (destructive) await this.#markStarted(request.id);
      if (running.cancelled) {
        if (destructive) await this.#parts.dedupe.forget(request.id);
        return null;
      }
      running.begun = true;
    } catch (error) {
      return failure(request.id, error);
    }
    const response = await this.#run(request);
    // Before the answer leaves: once the daemon has it, nobody may find a mere "started" here.
    if (destructive) await this.#parts.dedupe.finish(request.id, response).catch(() => undefined);
    return response;
  }

  async #run(request: AnyForwardedRequest): Promise<WireResponse> {
    try {
      this.#refuseIfLate(request);
      return success(request.id, await this.#parts.run(request));
    } catch (error) {
      return failure(request.id, error);
    }
  }

  async #markStarted(id: string): Promise<void> {
    await this.#parts.dedupe.start(id).catch((error: unknown) => {
      throw new ProtocolError('INTERNAL_ERROR', {
        message: 'The action was not run: the extension could not record that it starts.',
        details: { cause: error instanceof Error ? error.message : String(error) },
      });
    });
  }

  #refuseIfLate({ deadline }: AnyForwardedRequest): void {
    const late = this.#parts.now() - deadline;
    if (late < 0) return;
    throw new ProtocolError('TIMEOUT', {
      message: 'The request reached the browser after its deadline and was not run.',
      details: { lateMs: late },
    });
  }

  #reply(request: AnyForwardedRequest, response: WireResponse, receivedAt: number): void {
    const { now, extensionVersion, trace, send } = this.#parts;
    send({ type: 'response', response });
    trace.add({
      id: request.id,
      action: request.action,
      tab: request.target.tabId,
      timestamp: receivedAt,
      elapsed: now() - receivedAt,
      result: response.ok ? 'ok' : 'error',
      ...(response.ok ? {} : { errorCode: response.error.code }),
      replay: response.ok && response.replay,
      extensionVersion,
    });
  }
}

function resumeState(running: boolean, known: Remembered | undefined): ResumeState {
  if (running) return 'running';
  if (!known) return 'unknown';
  return known.state === 'started' ? 'started' : 'done';
}

function keptAnswer(id: string, known: Remembered): WireResponse {
  if (known.state === 'done') return asReplay(known.response);
  const message =
    known.state === 'started'
      ? "The browser stopped the extension's worker while the action ran: it may or may not have happened. It was not run again."
      : 'The action has run, but its answer was too large to be kept until you asked again. It was not run again.';
  return failure(id, new ProtocolError('OUTCOME_UNKNOWN', { message }));
}
