import type { Action, ActionResult } from '@bproxy/shared';
import type { World } from '../harness/world.ts';

/** Runs the built program as an agent would, and counts what that costs. */
export class Agent {
  calls = 0;
  bytes = 0;
  readonly #world: World;
  #session = '';

  constructor(world: World) {
    this.#world = world;
  }

  /** Opens the application, and waits until it is at rest: it goes on loading when its page has loaded. */
  async open(url: string, { shown }: { shown: boolean }): Promise<void> {
    const { session } = await this.#call('tab.open', ['--url', url, ...(shown ? ['--show'] : [])]);
    this.#session = session;
    await this.run('wait', '--strategy', 'quiet');
  }

  async close(): Promise<void> {
    if (this.#session) await this.run('session.close');
  }

  /** A command of the session. It has to succeed. */
  run<A extends Action>(action: A, ...flags: string[]): Promise<ActionResult[A]> {
    return this.#call(action, [...flags, '-s', this.#session]);
  }

  click(target: string, ...flags: string[]): Promise<ActionResult['click']> {
    return this.run('click', ...targetFlags(target), ...flags);
  }

  press(...keys: string[]): Promise<ActionResult['press']> {
    return this.run('press', ...keys.flatMap((key) => ['--key', key]));
  }

  type(text: string, target?: string): Promise<ActionResult['type']> {
    return this.run('type', ...(target ? targetFlags(target) : []), '--text', text);
  }

  /** Replaces what is in a field. */
  async write(target: string, value: string): Promise<void> {
    const how = ['--method', 'paste', '--world', 'isolated'];
    const { filled } = await this.run('fill', ...targetFlags(target), '--value', value, ...how);
    if (!filled) throw new Error(`${target} did not take ${value}`);
  }

  /** Replaces what is in an editor that a page has made of other elements. */
  async writeInEditor(target: string, value: string): Promise<void> {
    const how = ['--method', 'runtime-api', '--world', 'main'];
    const { filled } = await this.run('fill', ...targetFlags(target), '--value', value, ...how);
    if (!filled) throw new Error(`${target} did not take ${value}`);
  }

  async read(): Promise<ReadPage> {
    return new ReadPage((await this.run('snapshot')).tree);
  }

  /** Reads the page for one handle. */
  async find(words: RegExp, place: { after?: RegExp; above?: RegExp } = {}): Promise<string> {
    return (await this.read()).find(words, place);
  }

  /** Waits until the page shows these words. */
  async see(words: string): Promise<void> {
    const { matched } = await this.run('wait', '--strategy', 'text', '--target', words);
    if (!matched) throw new Error(`the page does not show ${words}`);
  }

  async #call<A extends Action>(action: A, flags: string[]): Promise<ActionResult[A]> {
    const words = [...action.split('.'), ...flags];
    const { code, stdout, stderr } = await this.#world.bproxy(...words);
    this.calls += 1;
    this.bytes += Buffer.byteLength(stdout);
    if (code !== 0) throw new Error(`bproxy ${words.join(' ')} → exit ${code}\n${stdout}${stderr}`);
    return JSON.parse(stdout).data;
  }
}

/** The lines of a snapshot. A handle is valid until the next one is taken. */
class ReadPage {
  readonly #lines: string[];

  constructor(tree: string) {
    this.#lines = tree.split('\n');
  }

  /** The handle of the first line with these words: `after` a line with those, or right `above` one with those. */
  find(words: RegExp, { after, above }: { after?: RegExp; above?: RegExp } = {}): string {
    const start = after ? this.#lines.findIndex((line) => after.test(line)) : 0;
    const isMeant = (line: string, at: number) =>
      start >= 0 && at >= start && words.test(line) && (above?.test(this.#lines[at + 1] ?? '') ?? true);
    return this.#handleIn(this.#lines.find(isMeant), words);
  }

  last(words: RegExp): string {
    return this.#handleIn(
      this.#lines.findLast((line) => words.test(line)),
      words,
    );
  }

  #handleIn(line: string | undefined, words: RegExp): string {
    const handle = line === undefined ? undefined : /\[(el\d+)\]/.exec(line)?.[1];
    if (handle === undefined) throw new Error(`no ${words} to act upon in\n${this.#lines.join('\n')}`);
    return handle;
  }
}

/** A handle, or else a selector. */
function targetFlags(target: string): string[] {
  return [/^el\d+$/.test(target) ? '--element' : '--selector', target];
}
