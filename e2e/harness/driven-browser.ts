import { EXTENSION_ID } from '@bproxy/manifests';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { chromiumArgs, chromiumPath, prepareProfile } from './chromium.ts';
import type { World } from './world.ts';

/** A browser that Playwright drives, for what only a person or a debugger could do in it. */
export async function driveBrowser(world: World, profile = 'main'): Promise<BrowserContext> {
  const folder = world.profile(profile);
  prepareProfile(folder);
  return chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    // Playwright's own headless mode loads no extensions; the flag in our arguments does.
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions', '--disable-component-extensions-with-background-pages'],
    args: chromiumArgs({ profile: folder }).filter((arg) => !arg.startsWith('--user-data-dir')),
    viewport: { width: 320, height: 520 },
    chromiumSandbox: false,
  });
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
