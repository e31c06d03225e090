import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { TabStrip } from '../harness/tab-strip.ts';
import { until, type World } from '../harness/world.ts';

export interface Point {
  x: number;
  y: number;
}

/** The tab strip of a window in the corner of the screen, 1200 pixels wide, with four tabs. */
const STRIP_X = 60;
const STRIP_Y = 22;
const TAB_PX = 225;
const GROUP_TITLE_PX = 55;
const DRAG_STEPS = 12;

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

  /** Presses Return in whatever has the keyboard, such as a question of the browser. */
  async confirm(): Promise<void> {
    await this.#do('key', 'Return');
  }

  /** Presses the second button of a question of the browser: Allow, beside Deny. */
  async agree(): Promise<void> {
    await this.#do('key', 'Tab', 'Return');
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

  async click({ x, y }: Point): Promise<void> {
    await this.#do('mousemove', `${x}`, `${y}`, 'click', '1');
  }

  /** Brings a tab of the window in the corner to the front with the mouse, and says where it is. */
  async tab(strip: TabStrip, title: string): Promise<Point> {
    const { index, windowId } = await strip.tab(title);
    const before = (await strip.tabs()).filter((tab) => tab.windowId === windowId && tab.index <= index);
    // The title of a group is to the left of its first tab.
    const titles = new Set(before.map(({ groupId }) => groupId).filter((groupId) => groupId >= 0)).size;
    const left = STRIP_X + index * TAB_PX + titles * GROUP_TITLE_PX;
    // Left of the middle: the close button is at the right end.
    for (const x of [left + 70, left + 40, left + 100]) {
      await this.click({ x, y: STRIP_Y });
      await new Promise((resolve) => setTimeout(resolve, 300));
      if ((await strip.tab(title)).active) return { x, y: STRIP_Y };
    }
    throw new Error(`no tab ${title} in the strip`);
  }

  /** Moves the mouse in steps, as a hand does: Chrome takes one jump for no drag. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.#do('mousemove', `${from.x}`, `${from.y}`, 'sleep', '0.1', 'mousedown', '1', 'sleep', '0.1');
    for (let step = 1; step <= DRAG_STEPS; step += 1) {
      const at = (a: number, b: number) => `${Math.round(a + ((b - a) * step) / DRAG_STEPS)}`;
      await this.#do('mousemove', at(from.x, to.x), at(from.y, to.y), 'sleep', '0.03');
    }
    await this.#do('sleep', '0.3', 'mouseup', '1');
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
