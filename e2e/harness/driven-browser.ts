import { EXTENSION_ID } from '@bproxy/manifests';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { chromiumArgs, chromiumPath, prepareProfile } from './chromium.ts';
import { until, type World } from './world.ts';

/**
 * A browser that Playwright drives, to do what only a person or a debugger can do. It is closed with the world. With a
 * screen it has a window there.
 */
export async function driveBrowser(
  world: World,
  profile = 'main',
  { screen, args = [] }: { screen?: NodeJS.ProcessEnv; args?: string[] } = {},
): Promise<BrowserContext> {
  const folder = world.profile(profile);
  prepareProfile(folder);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    // Playwright's own headless mode loads no extensions; the flag in our arguments does.
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions', '--disable-component-extensions-with-background-pages'],
    args: chromiumArgs({ profile: folder, headless: !screen })
      .filter((arg) => !arg.startsWith('--user-data-dir'))
      .concat(screen ? ['--window-position=0,0', '--window-size=1200,700'] : [], args),
    ...(screen ? { env: definedIn(screen) } : {}),
    viewport: screen ? null : { width: 320, height: 520 },
    chromiumSandbox: false,
  });
  return world.closeToo(context);
}

function definedIn(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

/** Playwright's view of the tab with this URL; it learns of a navigation some time after bproxy does. */
export async function pageAt(context: BrowserContext, url: string): Promise<Page> {
  const find = () => context.pages().find((page) => page.url() === url);
  await until(`Playwright knows of ${url}`, () => find() !== undefined);
  return find() ?? pageAt(context, url);
}

/** Evaluates in a page. Playwright's own way would count as the act of a user, for whom bproxy waits. */
export async function evaluateQuietly(page: Page, expression: string): Promise<unknown> {
  const debug = await page.context().newCDPSession(page);
  const { result } = await debug.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  await debug.detach();
  return result.value;
}

/** The same for a function, with an argument that JSON can carry. */
export function runQuietly<T>(page: Page, run: (given: T) => unknown, given: T): Promise<unknown> {
  return evaluateQuietly(page, `(${run})(${JSON.stringify(given)})`);
}

/** Navigates as a hyperlink does, and returns when the new page has loaded. Playwright's `goto` counts as a typed address. */
export async function follow(page: Page, url: string): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Page.navigate', { url, transitionType: 'link' });
  await debug.detach();
}

/** The popup's page as a tab: it shows the same thing. */
export async function openPopup(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
  return page;
}

export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}
