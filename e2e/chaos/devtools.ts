import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { until } from '../harness/world.ts';

const PORT_FILE = 'DevToolsActivePort';

/** Actions that only a debugger can do to the browser. It is attached only while it acts. */
export class DevTools {
  readonly #profile: string;

  constructor(profile: string) {
    this.#profile = profile;
  }

  /** The file of an earlier run names a port that nobody listens on. */
  forgetPort(): void {
    rmSync(join(this.#profile, PORT_FILE), { force: true });
  }

  stopWorker(): Promise<void> {
    return this.#attached(async (context) => {
      const page = context.pages()[0];
      if (!page) throw new Error('the browser has no page');
      const session = await context.newCDPSession(page);
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
    });
  }

  reloadExtension(): Promise<void> {
    return this.#attached(async (context) => {
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
      // The call ends the worker that it runs in.
      await worker.evaluate('setTimeout(() => chrome.runtime.reload(), 20)').catch(() => {});
    });
  }

  /** The ids of the open tabs whose address starts with this. */
  async tabs(prefix: string): Promise<string[]> {
    const response = await fetch(`${await this.#origin()}/json/list`);
    const targets: Array<{ id: string; type: string; url: string }> = await response.json();
    return targets.filter(({ type, url }) => type === 'page' && url.startsWith(prefix)).map(({ id }) => id);
  }

  async closeTab(id: string): Promise<void> {
    await fetch(`${await this.#origin()}/json/close/${id}`);
  }

  /** A browser that has just been started has not written its port yet. */
  async #origin(): Promise<string> {
    const file = join(this.#profile, PORT_FILE);
    await until('the browser has written its port', () => existsSync(file) && portIn(file) !== '');
    return `http://127.0.0.1:${portIn(file)}`;
  }

  async #attached(deed: (context: BrowserContext) => Promise<void>): Promise<void> {
    const browser = await chromium.connectOverCDP(await this.#origin(), { timeout: 20_000 });
    try {
      const [context] = browser.contexts();
      if (!context) throw new Error('the browser has no context');
      await deed(context);
    } finally {
      await browser.close();
    }
  }
}

function portIn(file: string): string {
  return readFileSync(file, 'utf8').split('\n')[0] ?? '';
}
