import { afterAll, expect, it } from 'vitest';
import { driveBrowser, openPopup, workerOf } from '../harness/driven-browser.ts';
import { html } from '../harness/pages.ts';
import { until, World } from '../harness/world.ts';
import { Display } from './display.ts';

const world = new World();

afterAll(() => world.close());

it('the user lets bproxy see downloads by a button of the popup and a question of Chrome', async () => {
  const display = await Display.open(world);
  await world.install('main');
  const context = await driveBrowser(world, 'main', { screen: display.env });
  const pages = await world.serve({ '/': html('Page', '<p>Page</p>') });
  const session = await world.openSession(pages.url('/'));
  const worker = await workerOf(context);
  expect((await world.error('download', 'list', '-s', session)).code).toBe('PERMISSION_NEEDED');

  const popup = await openPopup(context);
  await popup.bringToFront();
  const isAllowed = () =>
    worker.evaluate<boolean>("chrome.permissions.contains({ permissions: ['downloads'] })");
  await until(
    'the user has agreed',
    async () => {
      // A button that is pressed again closes a question that was not open yet when the keys came.
      await popup.click('#allow-downloads', { timeout: 1_000 }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await display.agree();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return isAllowed();
    },
    60_000,
  );
  // The running worker sees them at once.
  expect(await world.data('download.list', 'download', 'list', '-s', session)).toEqual({ downloads: [] });
  await until('the popup asks no more', async () => !(await popup.isVisible('#allow-downloads')));
});
