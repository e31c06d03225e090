import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import type { Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';
import { CASES, type KeyCase } from './keys/cases.ts';
import { KEY_PAGE } from './keys/page.ts';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let byHand: Page;
let byAgent: CDPSession;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/hand': KEY_PAGE, '/agent': KEY_PAGE });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/agent'));
  byAgent = await context.newCDPSession(await pageAt(context, pages.url('/agent')));
  byHand = await context.newPage();
  await byHand.goto(pages.url('/hand'));
});

afterAll(() => world.close());

/** Playwright's own way would count as the act of a user, for whom bproxy waits. */
async function inAgents(expression: string): Promise<unknown> {
  const { result } = await byAgent.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
}

/** Chrome takes the focus from what is hidden when it draws. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

async function pressed({ control, html, keys, scrolls }: KeyCase) {
  await byHand.evaluate(`mount(${JSON.stringify(html)})`);
  for (const key of keys) await byHand.keyboard.press(key);
  if (scrolls) await scrolled();
  if (control.includes('dialog')) await byHand.evaluate(DRAWN);
  const expected = await byHand.evaluate('state()');
  await inAgents(`mount(${JSON.stringify(html)})`);
  await world.call('press', { keys: [...keys] }, session);
  return { expected, found: JSON.parse(String(await inAgents('JSON.stringify(state())'))) };
}

async function scrolled(): Promise<void> {
  for (let last = '0'; ; await byHand.waitForTimeout(150)) {
    const now = String(await byHand.evaluate('JSON.stringify(state().scrolled)'));
    if (now === last) return;
    last = now;
  }
}

it('is compared in more than 150 cases', () => {
  expect(new Set(CASES.map(({ html, keys }) => html + keys)).size).toBe(CASES.length);
  expect(CASES.length).toBeGreaterThan(150);
});

describe.each(CASES)('on $control, $keys', (each) => {
  it('does the same as on a keyboard', async () => {
    const { expected, found } = await pressed(each);
    const [onKeyboard = '', here = ''] = each.differs ?? [];
    expect(found).toEqual(JSON.parse(JSON.stringify(expected).replaceAll(onKeyboard || '\u0000', here)));
    // A difference that has gone is no longer one to be listed.
    if (each.differs) expect(found).not.toEqual(expected);
  });
});
