import { HOST_NAME, MAX_FROM_EXTENSION_BYTES, type ToDaemonMessage } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import { byteLength, isSurelyBelow, tooLarge } from '../requests/answer.ts';
import { capped } from '../requests/page-strings.ts';
import {
  alarmPlan,
  type Connection,
  type ConnectionEvent,
  type Effect,
  newConnection,
  nextTickAt,
} from './connection-state.ts';
import { step } from './connection-steps.ts';
import { isWakeAlarm, keepAlarms } from './wake-alarms.ts';

/** Messages that wait for the daemon's welcome. Beyond this number, the tabs in a hello make up for lost ones. */
const MOST_WAITING = 200;

interface LinkParts {
  hello(): Promise<ToDaemonMessage>;
  received(message: unknown): void;
  changed(connection: Connection): void;
}

/** Owns the single port to the native host and carries out what each step of the connection asks for. */
export class Link {
  readonly #parts: LinkParts;
  #connection: Connection = newConnection(Date.now());
  #port: chrome.runtime.Port | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tickAt: number | null = null;
  #alarmMinutes = 0;
  #waiting: ToDaemonMessage[] = [];
  #greetings = 0;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  get connection(): Connection {
    return this.#connection;
  }

  feed(event: ConnectionEvent): void {
    const before = this.#connection.phase;
    const { connection, effects } = step(this.#connection, event, { now: Date.now(), random: Math.random() });
    this.#connection = connection;
    for (const effect of effects) this.#carryOut(effect);
    if (connection.phase.name === 'ready') this.#flush();
    if (connection.phase.name !== 'greeting') this.#waiting = [];
    this.#schedule();
    if (connection.phase !== before) this.#parts.changed(connection);
  }

  onAlarm(alarm: chrome.alarms.Alarm): void {
    if (isWakeAlarm(alarm)) this.feed({ type: 'tick' });
  }

  /** Without a daemon the message is dropped: a hello reports the tabs, and `resume` asks for the answers. */
  send(message: ToDaemonMessage): void {
    const { name } = this.#connection.phase;
    if (name === 'ready') this.#post(message);
    if (name === 'greeting' && this.#waiting.length < MOST_WAITING) this.#waiting.push(message);
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.#post(message);
  }

  #carryOut(effect: Effect): void {
    if (effect === 'open') this.#open();
    if (effect === 'ping') this.#post({ type: 'ping', ts: Date.now() });
    if (effect === 'hello') void this.#greet();
    if (effect === 'close') {
      this.#port?.disconnect();
      this.#port = null;
    }
  }

  #open(): void {
    let port: chrome.runtime.Port;
    try {
      port = chrome.runtime.connectNative(HOST_NAME);
    } catch (error) {
      const message = messageOf(error);
      queueMicrotask(() => this.feed({ type: 'closed', message }));
      return;
    }
    this.#port = port;
    port.onMessage.addListener((message: unknown) => {
      if (this.#port === port) this.#parts.received(message);
    });
    port.onDisconnect.addListener(() => {
      // Always read it: Chrome logs an unread lastError as an error of the extension.
      const message = chrome.runtime.lastError?.message ?? 'The native host closed the connection.';
      if (this.#port !== port) return;
      this.#port = null;
      this.feed({ type: 'closed', message });
    });
  }

  async #greet(): Promise<void> {
    this.#greetings += 1;
    const mine = this.#greetings;
    // Without a hello there is no welcome, and the machine connects again.
    const hello = await this.#parts.hello().catch(() => null);
    if (hello && this.#greetings === mine && this.#connection.phase.name === 'greeting') this.#post(hello);
  }

  #post(message: ToDaemonMessage): void {
    // The strings of an answer were cut when it was built, before it was stored for a retry.
    if (message.type !== 'response') {
      this.#postNow(capped(message));
      return;
    }
    if (isSurelyBelow(MAX_FROM_EXTENSION_BYTES, message)) {
      this.#postNow(message);
      return;
    }
    const bytes = byteLength(message.response);
    if (bytes > MAX_FROM_EXTENSION_BYTES) {
      this.#postNow({ type: 'response', response: tooLarge(message.response, bytes) });
    } else {
      this.#postNow(message);
    }
  }

  #postNow(message: ToDaemonMessage): void {
    try {
      this.#port?.postMessage(message);
    } catch (error) {
      // A port that has just closed throws as well. Its onDisconnect follows.
      if (message.type !== 'response' || !String(error).includes('maximum allowed size')) return;
      this.#port?.postMessage({
        type: 'response',
        response: tooLarge(message.response, byteLength(message.response)),
      } satisfies ToDaemonMessage);
    }
  }

  /** Timers die with the worker, about 30 s after its port. So each timer has an alarm as a backup. */
  #schedule(): void {
    this.#tickNext(nextTickAt(this.#connection));
    const plan = alarmPlan(this.#connection);
    if (plan.minutes === this.#alarmMinutes) return;
    this.#alarmMinutes = plan.minutes;
    void keepAlarms(plan);
  }

  /** Most messages do not change it, and a request must not wait for a timer to be set again. */
  #tickNext(at: number | null): void {
    if (at === this.#tickAt) return;
    this.#tickAt = at;
    clearTimeout(this.#timer);
    if (at === null) return;
    const tick = () => {
      this.#tickAt = null;
      this.feed({ type: 'tick' });
    };
    this.#timer = setTimeout(tick, Math.max(0, at - Date.now()));
  }
}
