import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

// Without a debugger: Playwright makes every tab report that it is visible.
const none = { min: 0, max: 0 };
const pacing = { human: { navigate: none, scroll: none, interaction: none, fill: none } };
const world = new World({ browserGraceMs: 1_500, hiddenTabs: 'allow', pacing });
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Start',
      `<button onclick="document.title = 'Clicked'">Go</button><input id="name"><input id="city">
       <select><option>One</option><option>Two</option></select><p style="height: 3000px"></p>`,
    ),
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
  await world.data('tab.open', 'tab', 'open', '--url', 'about:blank', '-s', session);
  await world.data('session.bind', 'session', 'bind', '--tab', 't1', '-s', session);
});

afterAll(() => world.close());

const field = (selector: string, value: string) => ({
  target: { selector },
  value,
  method: 'paste',
  world: 'isolated',
});

describe('a background tab, if the owner allows it,', () => {
  it('takes click, hover, scroll, fill and select', async () => {
    const here = ['-s', session];
    expect(await world.data('click', 'click', '--selector', 'button', ...here)).toMatchObject({
      clicked: true,
    });
    expect(await world.data('hover', 'hover', '--selector', 'button', ...here)).toMatchObject({
      hovered: true,
    });
    expect(await world.data('scroll', 'scroll', '--by', '200', ...here)).toMatchObject({ moved: true });
    const fields = [field('#name', 'Ann'), field('#city', 'Rome')];
    expect(
      await world.data('fill-form', 'fill-form', '--json', JSON.stringify({ fields }), ...here),
    ).toMatchObject({
      results: [
        { filled: true, verifiedValue: 'Ann' },
        { filled: true, verifiedValue: 'Rome' },
      ],
    });
    expect(
      await world.data('select', 'select', '--selector', 'select', '--option-text', 'Two', ...here),
    ).toMatchObject({ selected: true });
    const { tabs } = await world.data('tab.list', 'tab', 'list', ...here);
    expect(tabs).toMatchObject([
      { tab: 't1', title: 'Clicked' },
      { tab: 't2', url: 'about:blank' },
    ]);
  });

  it('still cannot be captured in a screenshot', async () => {
    expect(await world.error('screenshot', '-s', session)).toMatchObject({ code: 'TAB_NOT_VISIBLE' });
  });
});
