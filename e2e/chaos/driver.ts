import { setTimeout as sleep } from 'node:timers/promises';
import type { Arena } from './arena.ts';
import type { Asked, Attempt } from './asked.ts';
import type { Plan, PlannedRequest } from './plan.ts';

const TIMEOUT_MS = 15_000;
const LANES = 3;
const MOST_ATTEMPTS = 4;
const PAUSE_MS = 300;

/** After these the driver needs another tab; its session survives every fault. */
const PLACE_LOST = ['SESSION_NOT_FOUND', 'TAB_NOT_FOUND', 'TAB_NOT_VISIBLE'];
/** Repeating these under the same id is useless. */
const SETTLED = ['OUTCOME_UNKNOWN', 'BAD_REQUEST', 'SCRIPT_ERROR', 'NAVIGATION_FAILED'];

/** A tab of the session; another one is another place. */
interface Place {
  session: string;
}

/** Sends the plan's requests in a few lanes, like an agent that repeats lost requests. */
export class Driver {
  readonly asked: Asked[] = [];
  /** Sessions that disappeared without being closed. */
  lostSessions = 0;
  readonly #arena: Arena;
  readonly #plan: Plan;
  readonly #beforeEach: (index: number) => Promise<void>;
  #session = '';
  #place: Promise<Place> | undefined;
  #opened = 0;

  /** `beforeEach` is called, and waited for, before the request of this number is sent. */
  constructor(arena: Arena, plan: Plan, beforeEach: (index: number) => Promise<void>) {
    this.#arena = arena;
    this.#plan = plan;
    this.#beforeEach = beforeEach;
  }

  async run(): Promise<void> {
    const waiting = [...this.#plan.requests];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await this.#beforeEach(next.index);
        await this.#carryOut(next);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  /** A message of several megabytes, with an effect of its own. */
  async askBig(number: number): Promise<Attempt> {
    const id = `chaos-${this.#plan.seed}-big-${number}`;
    const args = ['fill', '--selector', '#big', '--value-stdin', '--method', 'paste', '--world', 'isolated'];
    const asked = this.#note(id, 'big fill', [...args, '-s', await this.session()]);
    return this.#arena.commands.ask(asked, id.padEnd(100) + `${'x'.repeat(99)}\n`.repeat(20_000));
  }

  /** A process that can be killed while it waits, with an effect of its own. */
  async askInProcess(name: string): Promise<Attempt> {
    const id = `chaos-${this.#plan.seed}-process-${name}`;
    const args = ['navigate', '--url', this.#arena.effects.url('visit', id), '-s', await this.session()];
    return this.#arena.commands.ask(this.#note(id, 'visit', args), '');
  }

  /** The session that the lanes share, with a tab in front. */
  async session(): Promise<string> {
    return (await this.#placeNow()).session;
  }

  /** Opens a tab in the same session; once it is open, commands that act work again. */
  async openAnotherTab(): Promise<void> {
    this.#place = undefined;
    await this.#placeNow();
  }

  async closeSession(): Promise<void> {
    this.#place = undefined;
    await this.#arena.world.bproxy('session', 'close', '-s', this.#session);
  }

  #placeNow(): Promise<Place> {
    this.#place ??= this.#open();
    return this.#place;
  }

  async #carryOut(request: PlannedRequest): Promise<void> {
    const place = await this.#placeNow();
    const asked = this.#note(request.id, request.kind, [...this.#argsOf(request), '-s', place.session]);
    for (let attempts = 1; ; attempts += 1) {
      const attempt = await this.#arena.commands.ask(asked);
      if (PLACE_LOST.includes(attempt.why)) await this.#lose(place, attempt.why);
      const isOver = attempt.outcome === 'ok' || attempt.outcome === 'replay' || attempt.outcome === 'killed';
      if (isOver || PLACE_LOST.includes(attempt.why) || SETTLED.includes(attempt.why)) return;
      await sleep(PAUSE_MS);
      if (!request.repeats || attempts === MOST_ATTEMPTS) return;
    }
  }

  #argsOf({ id, index, kind }: PlannedRequest): string[] {
    const target = ['--selector', `#r${index}`];
    switch (kind) {
      case 'click':
      case 'submit':
        return ['click', ...target];
      case 'fill':
        return ['fill', ...target, '--value', id, '--method', 'paste', '--world', 'isolated'];
      case 'visit':
        return ['navigate', '--url', this.#arena.effects.url('visit', id)];
    }
  }

  #note(id: string, kind: string, args: string[]): Asked {
    const asked: Asked = { id, kind, args, timeoutMs: TIMEOUT_MS, attempts: [] };
    this.asked.push(asked);
    return asked;
  }

  async #lose(place: Place, why: string): Promise<void> {
    if ((await this.#place) !== place) return;
    this.#place = undefined;
    if (why === 'SESSION_NOT_FOUND') this.#loseSession();
  }

  #loseSession(): void {
    this.lostSessions += 1;
    this.#session = '';
  }

  /** Opens a tab, however often it takes: the same id as long as the first try may have worked. */
  async #open(): Promise<Place> {
    for (let tries = 0; tries < 10; tries += 1) {
      this.#opened += 1;
      const id = `chaos-${this.#plan.seed}-open-${this.#opened}`;
      const words = ['tab', 'open', '--url', this.#arena.effects.url('open', id)];
      const asked = this.#note(id, 'open', [...words, ...(this.#session ? ['-s', this.#session] : [])]);
      for (let attempts = 0; attempts < 60; attempts += 1) {
        const attempt = await this.#arena.commands.ask(asked);
        if (attempt.session !== undefined) {
          this.#session = attempt.session;
          return { session: attempt.session };
        }
        if (attempt.why === 'SESSION_NOT_FOUND') this.#loseSession();
        // A tab that was closed while it opened stays the answer to this id.
        if (SETTLED.includes(attempt.why) || PLACE_LOST.includes(attempt.why)) break;
        await sleep(PAUSE_MS);
      }
    }
    throw new Error(`no tab can be opened: ${JSON.stringify(this.asked.at(-1)?.attempts.at(-1))}`);
  }
}
