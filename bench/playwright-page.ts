import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../e2e/harness/chromium.ts';
import { PAGES, type PageName } from './bench-pages.ts';

/** The same pages in a browser that Playwright has started and drives. */
export class PlaywrightPages {
  readonly #browser: Browser;
  readonly #pages: ReadonlyMap<PageName, Page>;

  private constructor(browser: Browser, pages: ReadonlyMap<PageName, Page>) {
    this.#browser = browser;
    this.#pages = pages;
  }

  static async open(url: (page: PageName) => string): Promise<PlaywrightPages> {
    const browser = await chromium.launch({ executablePath: chromiumPath() });
    const pages = new Map<PageName, Page>();
    for (const name of PAGES) {
      // A window each: a page in the background would be slowed down.
      const page = await (await browser.newContext()).newPage();
      await page.goto(url(name));
      pages.set(name, page);
    }
    return new PlaywrightPages(browser, pages);
  }

  get version(): string {
    return this.#browser.version();
  }

  page(name: PageName): Page {
    const page = this.#pages.get(name);
    if (!page) throw new Error(`${name} is not open`);
    return page;
  }

  /** As its users write it; `ai` is what @playwright/mcp prints, with a ref on every line. */
  snapshot(name: PageName, mode: 'default' | 'ai' = 'default'): Promise<string> {
    return this.page(name).ariaSnapshot({ mode });
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
