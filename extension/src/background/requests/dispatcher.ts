import {
  type AnyForwardedRequest,
  type Envelope,
  idInUse,
  type Outcome,
  ProtocolError,
  type ResumeState,
  type ToDaemonMessage,
  type ToExtensionMessage,
  traitsOf,
  type WireAnswer,
} from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import { asReplay, failure, success } from './answer.ts';
import type { Dedupe, Remembered } from './dedupe.ts';
import type { Trace } from './trace.ts';

interface Running {
  payload: string | undefined;
  begun: boolean;
  cancelled: boolean;
  /** Ends the work when no caller waits for the answer any more. */
  ending: AbortController;
}

type Asked = Extract<ToExtensionMessage, { type: 'resume' }>['requests'][number];

interface DispatcherParts {
  run(request: AnyForwardedRequest, cancelled: AbortSignal): Promise<Outcome>;
  send(message: ToDaemonMessage): void;
  dedupe: Dedupe;
  trace: Trace;
  now(): number;
  extensionVersion: string;
}

interface Answered extends WireAnswer {
  /** Whether it ran just now, so that its answer has to be stored. */
  isNew?: boolean;
}

/** Runs each request once, even if the connection, the daemon or the worker restarts. */
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
    const receivedAt = this.#parts.now();
    const first = this.#running.get(request.id);
    if (first) {
      // The single run answers on the port that is open when it ends. A second arrival only has to wait.
      if (first.payload === request.payload) return;
      const response = failure(request.id, idInUse('Another request with this id is running.'));
      this.#reply(request, { response, begun: false }, receivedAt);
      return;
    }
    const running: Running = {
      payload: request.payload,
      begun: false,
      cancelled: false,
      ending: new AbortController(),
    };
    this.#running.set(request.id, running);
    try {
      const answered = await this.#answer(request, running);
      if (answered) this.#reply(request, answered, receivedAt);
      // In the same turn, so that neither a second arrival nor a new daemon can still find "started".
      if (answered?.isNew)
        await this.#parts.dedupe.finish(request.id, answered.response).catch(() => undefined);
    } finally {
      this.#running.delete(request.id);
    }
  }

  /**
   * A different request under the same id was not the one that the daemon asked about. The one it asked about never
   * arrived.
   */
  async resume(requests: Asked[]): Promise<void> {
    const found = await Promise.all(
      requests.map(async ({ id, payload }) => {
        const running = this.#running.get(id);
        const kept = await this.#parts.dedupe.find(id);
        const known = kept?.payload === payload ? kept : undefined;
        return { id, known, state: resumeState(running !== undefined && running.payload === payload, known) };
      }),
    );
    this.#parts.send({ type: 'resumed', states: found.map(({ id, state }) => ({ id, state })) });
    for (const { id, known, state } of found) {
      if (known && state === 'done') this.#parts.send({ type: 'response', response: keptAnswer(id, known) });
    }
  }

  cancel(id: string): void {
    const running = this.#running.get(id);
    if (running && !running.begun) running.cancelled = true;
    running?.ending.abort(nobodyWaits());
  }

  async #answer(request: AnyForwardedRequest, running: Running): Promise<Answered | null> {
    const { dedupe } = this.#parts;
    const { id } = request;
    const destructive = traitsOf(request.action).destructive;
    let outlastReload = () => {};
    try {
      // Reads are looked up too. Under the id of an action, a read is a different request.
      const known = await dedupe.find(id);
      if (known && known.payload !== request.payload) throw idInUse('Another request with this id has run.');
      if (known && destructive) return { response: keptAnswer(id, known) };
      if (destructive) outlastReload = await this.#begin(request, running);
      else this.#refuseIfLate(request);
      if (running.cancelled) return null;
      running.begun = true;
    } catch (error) {
      return { response: failure(id, error), begun: false };
    }
    const outcome = this.#run(request, running.ending.signal);
    outlastReload();
    return { response: await outcome, isNew: destructive };
  }

  async #run(request: AnyForwardedRequest, cancelled: AbortSignal): Promise<Envelope> {
    try {
      return success(request.id, await this.#parts.run(request, cancelled));
    } catch (error) {
      return failure(request.id, error);
    }
  }

  /** Marks the action as begun, unless it is too late, before or after the mark is written. */
  async #begin(request: AnyForwardedRequest, running: Running): Promise<() => void> {
    const { dedupe } = this.#parts;
    this.#refuseIfLate(request);
    const outlastReload = await dedupe.start(request.id, request.payload).catch(async (error: unknown) => {
      await dedupe.forget(request.id).catch(() => undefined);
      throw new ProtocolError('INTERNAL_ERROR', {
        message: 'The action was not run: the extension could not record that it starts.',
        details: { cause: messageOf(error) },
      });
    });
    try {
      this.#refuseIfLate(request);
    } catch (error) {
      running.cancelled = true;
      throw error;
    } finally {
      if (running.cancelled) await dedupe.forget(request.id);
    }
    return outlastReload;
  }

  #refuseIfLate({ deadline }: AnyForwardedRequest): void {
    const late = this.#parts.now() - deadline;
    if (late < 0) return;
    throw new ProtocolError('TIMEOUT', {
      message: 'The request reached the browser after its deadline and was not run.',
      details: { lateMs: late },
    });
  }

  #reply(request: AnyForwardedRequest, { response, begun }: WireAnswer, receivedAt: number): void {
    const { now, extensionVersion, trace, send } = this.#parts;
    send({ type: 'response', response, ...(begun === false ? { begun } : {}) });
    if (traitsOf(request.action).readsRecords) return;
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
  return known.state === 'started' || known.state === 'forgotten' ? 'started' : 'done';
}

function nobodyWaits(): ProtocolError {
  return new ProtocolError('TIMEOUT', {
    message: 'The request was ended: its deadline had passed, or its caller had gone.',
  });
}

const UNKNOWN_OUTCOMES = {
  started:
    "The browser stopped the extension's worker while the action ran: it may or may not have happened.",
  forgotten:
    'The extension was reloaded after the action had begun, and its answer is gone: it may have happened.',
  'done-unkept': 'The action has run, but its answer was too large to be kept until you asked again.',
} as const;

function keptAnswer(id: string, known: Remembered): Envelope {
  if (known.state === 'done') return asReplay(known.response);
  const message = `${UNKNOWN_OUTCOMES[known.state]} It was not run again.`;
  return failure(id, new ProtocolError('OUTCOME_UNKNOWN', { message }));
}
