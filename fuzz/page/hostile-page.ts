import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';
import { within } from '../sampling.ts';
import type { PageCase } from './cases.ts';
import { buildHostileDom } from './hostile-dom.ts';
import { answerCases, listen } from './page-world.ts';

const CONTENT_SCRIPT = fileURLToPath(
  new URL('../../extension/.output/chrome-mv3/content-script.js', import.meta.url),
);
const ADDRESS = 'http://page.test/';
/** As long as the CLI waits for a command by itself. */
const LONGEST_MS = 30_000;

export function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** A page with the built content script in a world of its own, as the extension puts it there. */
export class HostilePage {
  readonly #browser: Browser;
  #close: () => Promise<void> = async () => {};
  #session: CDPSession | undefined;
  #world = 0;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The answers to each case, as JSON. A page that a case has broken is replaced before the next. */
  async answers(cases: PageCase[]): Promise<string[][]> {
    try {
      const session = this.#session ?? (await this.#open());
      return await within(this.#call(session, answerCases, cases), LONGEST_MS, `${cases.length} cases`);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#session = undefined;
    await this.#close().catch(() => {});
  }

  async #open(): Promise<CDPSession> {
    const context = await this.#browser.newContext();
    this.#close = () => context.close();
    const page = await context.newPage();
    await page.route('**/*', (route) =>
      route.request().url() === ADDRESS
        ? route.fulfill({ contentType: 'text/html', body: '<title>x</title>' })
        : // No content: a form that is sent, or a link that is followed, leaves the page as it is.
          route.fulfill({ status: 204 }),
    );
    await page.goto(ADDRESS);
    const session = await context.newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'content',
    });
    this.#world = executionContextId;
    // What compilers put around functions that keep their names.
    await this.#run(session, 'globalThis.__name = (it) => it;');
    await this.#run(session, `globalThis.buildHostileDom = ${buildHostileDom};`);
    await this.#call(session, listen);
    await this.#run(session, readFileSync(CONTENT_SCRIPT, 'utf8'));
    this.#session = session;
    return session;
  }

  async #run(session: CDPSession, expression: string): Promise<void> {
    const { exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: this.#world,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }

  async #call<A extends unknown[], R>(
    session: CDPSession,
    work: (...args: A) => Promise<R> | R,
    ...args: A
  ): Promise<R> {
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: String(work),
      executionContextId: this.#world,
      arguments: args.map((value) => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}
