import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, openPopup, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

let world: World;
let pages: Pages;
let context: BrowserContext;

beforeEach(async () => {
  world = new World();
  pages = await world.serve({ '/': html('Home', '<button>still here</button>') });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
});

afterEach(() => world.close());

/** Waits for a connection that is newer than the last one. */
async function reconnected(since: number): Promise<void> {
  await until('the browser is connected again', async () => {
    const { clients } = await world.status();
    return clients.length === 1 && (clients[0]?.connectedAt ?? 0) > since;
  });
}

describe('a session survives', () => {
  it('a reload of the extension', async () => {
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    await world.data('snapshot', 'snapshot', '-s', session);
    const before = (await world.status()).clients[0];
    const worker = await workerOf(context);
    // The call ends the worker that it runs in.
    await worker.evaluate('setTimeout(() => chrome.runtime.reload(), 50)').catch(() => {});
    await reconnected(before?.connectedAt ?? 0);
    const after = (await world.status()).clients[0];
    expect(after?.id).toBe(before?.id);
    // The content script that stored the elements of these handles was cut off by the reload.
    expect(await world.error('click', '--element', 'el1', '-s', session)).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { handle: 'el1', reason: 'forgotten' },
    });
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'still here' });
    expect(await world.data('session.close', 'session', 'close', '-s', session)).toMatchObject({
      closedTabs: 1,
    });
  });

  it('the death of the worker', async () => {
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    await world.data('snapshot', 'snapshot', '-s', session);
    const { connectedAt = 0 } = (await world.status()).clients[0] ?? {};
    const cdp = await context.newCDPSession(await openPopup(context));
    await cdp.send('ServiceWorker.enable');
    await cdp.send('ServiceWorker.stopAllWorkers');
    await reconnected(connectedAt);
    expect(await world.data('click', 'click', '--element', 'el1', '-s', session)).toMatchObject({
      clicked: true,
    });
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'still here' });
  });
});
