import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { until, type World } from '../harness/world.ts';

/** A screen of its own with a window manager, and a person's hands at its keyboard. */
export class Display {
  readonly env: NodeJS.ProcessEnv;
  readonly #world: World;
  readonly #server: ChildProcess;
  #manager: ChildProcess | undefined;

  private constructor(world: World, server: ChildProcess, name: string) {
    this.#world = world;
    this.#server = server;
    this.env = { ...process.env, DISPLAY: name };
  }

  /** It is closed with the world. */
  static async open(world: World): Promise<Display> {
    // The server picks a free number and writes it to descriptor 3.
    const server = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    const display = new Display(world, server, `:${await firstLine(server)}`);
    world.closeToo(display);
    display.#manager = spawn('openbox', ['--sm-disable'], { stdio: 'ignore', env: display.env });
    await until('the window manager runs', async () =>
      (await display.#ask('xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).includes('window id'),
    );
    return display;
  }

  /** The title of the window that has the keyboard. */
  async title(): Promise<string> {
    return (await this.#ask('xdotool', 'getactivewindow', 'getwindowname')).trim();
  }

  async shows(title: string, limitMs?: number): Promise<void> {
    let last = '';
    await until(
      `the window in front shows ${title}`,
      async () => {
        last = await this.title();
        return last.startsWith(`${title} - `);
      },
      limitMs,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}; it shows ${last}`);
    });
  }

  /** Presses keys, if the window with this title still has the keyboard. */
  async press(title: string, ...keys: string[]): Promise<void> {
    await this.shows(title);
    await this.#do('key', ...keys);
  }

  /** Types into the address bar, and retries because a key may come too soon on a busy machine. */
  async goTo(from: string, url: string, to: string): Promise<void> {
    for (let left = 3; ; left -= 1) {
      await this.press(from, 'ctrl+l');
      await this.#do('type', '--delay', '5', url);
      await this.#do('key', 'Return');
      try {
        return await this.shows(to, 8_000);
      } catch (error) {
        if (left === 1) throw error;
      }
    }
  }

  /** Types into whatever has the keyboard, at a person's pace. */
  async type(text: string, delayMs: number): Promise<void> {
    await this.#do('type', '--delay', String(delayMs), text);
  }

  /** The window whose active tab has this title. */
  async windowOf(title: string): Promise<string> {
    let found = '';
    await until(`there is a window ${title}`, async () => {
      found = (await this.#ask('xdotool', 'search', '--name', `^${title} - `)).trim().split('\n')[0] ?? '';
      return found !== '';
    });
    return found;
  }

  async place(window: string, x: number, width: number): Promise<void> {
    await this.#do('windowsize', '--sync', window, String(width), '800');
    await this.#do('windowmove', window, String(x), '20');
  }

  async activate(window: string): Promise<void> {
    await this.#do('windowactivate', '--sync', window);
  }

  async minimise(window: string): Promise<void> {
    await this.#do('windowminimize', window);
    await until('it is minimised', async () => await this.#isMinimised(window));
  }

  /** Which window has the keyboard, how the windows lie above each other, and which are minimised. */
  async front(): Promise<{ active: string; stack: string[]; minimised: string[] }> {
    const stack =
      (await this.#ask('xprop', '-root', '_NET_CLIENT_LIST_STACKING')).match(/0x[0-9a-f]+/g) ?? [];
    const minimised: string[] = [];
    for (const window of stack) if (await this.#isMinimised(window)) minimised.push(window);
    return { active: (await this.#ask('xdotool', 'getactivewindow')).trim(), stack, minimised };
  }

  async #isMinimised(window: string): Promise<boolean> {
    return (await this.#ask('xprop', '-id', window, '_NET_WM_STATE')).includes('_NET_WM_STATE_HIDDEN');
  }

  async close(): Promise<void> {
    for (const child of [this.#manager, this.#server]) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
    }
  }

  async #do(...words: string[]): Promise<void> {
    const { code, stderr } = await this.#world.run('xdotool', words, '', this.env);
    if (code !== 0) throw new Error(`xdotool ${words.join(' ')}: ${stderr}`);
  }

  async #ask(command: string, ...args: string[]): Promise<string> {
    return (await this.#world.run(command, args, '', this.env)).stdout;
  }
}

function firstLine(server: ChildProcess): Promise<string> {
  const [, , , pipe] = server.stdio;
  if (!isReadable(pipe)) throw new Error('Xvfb was started without a pipe.');
  return new Promise((resolve, reject) => {
    let text = '';
    pipe.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(text.trim());
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
  });
}

function isReadable(pipe: ChildProcess['stdio'][number] | undefined): pipe is Readable {
  return pipe !== null && pipe !== undefined && 'read' in pipe;
}
