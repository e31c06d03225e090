import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION_ID } from '@bproxy/manifests';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, openPopup } from './harness/driven-browser.ts';
import { World } from './harness/world.ts';

/** Set to a folder to look at the pictures. */
const PICTURES = process.env['BPROXY_PICTURES'];

let world: World;

async function launch(): Promise<Page> {
  return openPopup(await driveBrowser(world));
}

async function says(page: Page, headline: string): Promise<string> {
  await page.getByText(headline, { exact: true }).waitFor({ timeout: 30_000 });
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${headline.replaceAll(/\W+/g, '-')}.png`) });
  }
  return page.locator('main').innerText();
}

beforeEach(() => {
  world = new World();
});

afterEach(() => world.close());

describe('the popup', () => {
  it('says Connected only after a recent answer, shows the versions and follows the daemon', async () => {
    await world.install('main');
    const page = await launch();
    const connected = await says(page, 'Connected');
    expect(connected).toMatch(/The daemon answered (just now|\d+ seconds? ago)/);
    expect(connected).toContain('0.1.0');
    expect(connected).toContain(world.home);
    await world.bproxy('service', 'stop');
    const stopped = await says(page, 'The daemon is stopped');
    expect(stopped).toContain('bproxy service start');
    await world.bproxy('service', 'start');
    await says(page, 'Connected');
  });

  it('changes the label of this browser in the daemon too', async () => {
    await world.install('main');
    const page = await launch();
    await says(page, 'Connected');
    await page.getByLabel('Name of this browser').fill('Work');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await world.connected()).clients[0]?.label).toBe('Work');
    await world.bproxy('service', 'restart');
    expect((await world.connected()).clients[0]?.label).toBe('Work');
  });

  it("shows Chrome's message while the host is not installed, and connects once it is", async () => {
    const page = await launch();
    const text = await says(page, 'The host is not installed');
    expect(text).toContain('Specified native messaging host not found.');
    expect(text).toContain('bproxy install');
    await world.install('main');
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await says(page, 'Connected');
  });

  it('shows the command that allows an extension unknown to the host', async () => {
    await world.install('main');
    const manifest = join(world.profile('main'), 'NativeMessagingHosts', 'com.bproxy.host.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(EXTENSION_ID, 'a'.repeat(32)));
    const page = await launch();
    const text = await says(page, 'This extension is not allowed');
    expect(text).toContain('Access to the specified native messaging host is forbidden.');
    expect(text).toContain(`bproxy install --extension-id ${EXTENSION_ID}`);
  });

  it('shows why the daemon cannot be started', async () => {
    world.configure({ pacing: 'quick' });
    await world.install('main');
    const page = await launch();
    const text = await says(page, 'The daemon cannot be started');
    expect(text).toContain('config.json is not valid: pacing');
  });
});
