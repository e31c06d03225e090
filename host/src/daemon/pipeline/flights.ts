import {
  type AnyForwardedRequest,
  type BproxyError,
  type ErrorCode,
  errorEnvelope,
  makeError,
  next,
  ProtocolError,
  param,
  READ_AGAIN,
  type ResumeState,
  type WireAnswer,
} from '@bproxy/shared';
import { toError } from '../answers/to-error.ts';
import type { Log } from '../context.ts';
import type { Browser } from '../state/browsers.ts';

interface SendOptions {
  /** Throws if the request must not be sent any more. */
  check?: () => void;
  /** Also cancels a read in the browser once no caller waits for it, because it would block its tab. */
  callerGone?: AbortSignal;
}

interface Flight {
  request: AnyForwardedRequest;
  instance: string;
  /** The extension run and the browser run that the request was last sent to. */
  run: string;
  browserRun: string;
  /** Throws if the request must not be sent any more. */
  check(): void;
  settle(answer: WireAnswer): void;
  grace: NodeJS.Timeout | undefined;
}

const MAX_IN_FLIGHT = 100;
/** A read fails if its browser is away for longer; retrying a read costs nothing. */
const READ_GRACE_MS = 3_000;

/** The requests that were sent to the extension and not yet answered, across reconnects. */
export class Flights {
  readonly #flights = new Map<string, Flight>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  get inFlight(): number {
    return this.#flights.size;
  }

  /** Sends the request once and resolves with its answer, or with TIMEOUT when the deadline passes. */
  send(
    browser: Browser,
    request: AnyForwardedRequest,
    deadline: AbortSignal,
    { check = () => {}, callerGone }: SendOptions = {},
  ): Promise<WireAnswer> {
    if (!browser.link) throw new ProtocolError('NO_EXTENSION', { details: { browser: browser.label } });
    if (this.#flights.size >= MAX_IN_FLIGHT) throw new ProtocolError('OVERLOADED');
    deadline.throwIfAborted();
    const { link } = browser;
    return new Promise((resolve) => {
      const { id, destructive } = request;
      const expire = () => {
        link.send({ type: 'cancel', id });
        // This is not the final answer: the extension knows the outcome and returns it to a retry.
        this.#settle(id, { response: errorEnvelope(id, timedOut(id, destructive)), begun: false });
      };
      const leave = () => {
        link.send({ type: 'cancel', id });
        this.#fail(id, 'LINK_DISCONNECTED');
      };
      if (!destructive) callerGone?.addEventListener('abort', leave, { once: true });
      this.#flights.set(id, {
        request,
        instance: browser.instance,
        run: browser.hello.run,
        browserRun: browser.browserRun,
        grace: undefined,
        check,
        settle: (answer) => {
          deadline.removeEventListener('abort', expire);
          callerGone?.removeEventListener('abort', leave);
          resolve(answer);
        },
      });
      deadline.addEventListener('abort', expire, { once: true });
      if (!link.send({ type: 'request', request })) this.#fail(id, 'OVERLOADED');
    });
  }

  /** Whether this browser runs the request now. */
  isWith(instance: string, id: string): boolean {
    return this.#flights.get(id)?.instance === instance;
  }

  /** Accepts an answer only from the browser that received the request. */
  answered(instance: string, answer: WireAnswer): void {
    const { id } = answer.response;
    if (this.#flights.get(id)?.instance === instance) this.#settle(id, answer);
  }

  detached(instance: string): void {
    for (const [id, flight] of this.#of(instance)) {
      if (flight.request.destructive) continue;
      flight.grace = setTimeout(() => this.#fail(id, 'LINK_DISCONNECTED'), READ_GRACE_MS);
    }
  }

  /** The browser has reconnected: ask for the outcome of its pending requests. */
  attached(browser: Browser): void {
    const sent: AnyForwardedRequest[] = [];
    for (const [id, flight] of this.#of(browser.instance)) {
      clearTimeout(flight.grace);
      if (flight.browserRun === browser.browserRun) sent.push(flight.request);
      // This is another run of the browser: its tab ids now mean other tabs, so nothing may be sent again.
      else this.#fail(id, flight.request.destructive ? 'OUTCOME_UNKNOWN' : 'LINK_DISCONNECTED');
    }
    if (sent.length === 0) return;
    const requests = sent.map(({ id, payload }) => ({ id, ...(payload === undefined ? {} : { payload }) }));
    browser.link?.send({ type: 'resume', requests });
  }

  resumed(browser: Browser, states: Array<{ id: string; state: ResumeState }>): void {
    for (const { id, state } of states) {
      const flight = this.#flights.get(id);
      if (flight?.instance !== browser.instance) continue;
      // Finished: its answer follows. Running: its answer will come.
      if (state === 'done' || state === 'running') continue;
      const neverArrived = state === 'unknown' && flight.run === browser.hello.run;
      if (neverArrived || !flight.request.destructive) this.#sendAgain(browser, flight);
      else this.#fail(id, 'OUTCOME_UNKNOWN');
    }
  }

  /** The daemon stops: no caller will receive further answers. */
  abandon(): void {
    for (const [id, flight] of [...this.#flights]) {
      this.#fail(id, flight.request.destructive ? 'OUTCOME_UNKNOWN' : 'LINK_DISCONNECTED');
    }
  }

  /** Throws if the tab has navigated meanwhile: a target of the old page must not be looked up in the new one. */
  #sendAgain(browser: Browser, flight: Flight): void {
    const { id } = flight.request;
    try {
      flight.check();
    } catch (thrown) {
      this.#settle(id, { response: errorEnvelope(id, toError(thrown)), begun: false });
      return;
    }
    flight.run = browser.hello.run;
    this.#log('replay', { id, client: browser.instance });
    browser.link?.send({ type: 'request', request: flight.request });
  }

  #fail(id: string, code: ErrorCode): void {
    const response = errorEnvelope(id, makeError(code));
    this.#settle(id, code === 'OUTCOME_UNKNOWN' ? { response } : { response, begun: false });
  }

  #settle(id: string, answer: WireAnswer): void {
    const flight = this.#flights.get(id);
    if (!flight) return;
    this.#flights.delete(id);
    clearTimeout(flight.grace);
    flight.settle(answer);
  }

  #of(instance: string): Array<[string, Flight]> {
    return [...this.#flights].filter(([, flight]) => flight.instance === instance);
  }
}

function timedOut(id: string, destructive: boolean): BproxyError {
  if (!destructive) return makeError('TIMEOUT', { suggestedAction: READ_AGAIN });
  return makeError('TIMEOUT', {
    message: 'The deadline passed after the action had been sent to the browser: it may have happened.',
    suggestedAction: next`Read the page to see what happened; or repeat the command with ${param({ id })}, which runs nothing twice.`,
  });
}
