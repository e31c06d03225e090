import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  const tall = '<div style="height:4000px"></div>';
  pages = await world.serve({
    '/long': html(
      'Long',
      `<style>html { scroll-behavior: smooth }</style>
      <div role="listbox" aria-label="News" tabindex="0" style="height:200px;overflow:auto">${tall}</div>${tall}
      <output style="position:fixed;bottom:0">0 0</output><script>
        const list = document.querySelector('[role=listbox]');
        const show = () => { document.querySelector('output').textContent = scrollY + ' ' + list.scrollTop };
        document.addEventListener('scroll', show, true);
      </script>`,
    ),
    '/other': html('Other', 'other'),
  });
  // Not driven by Playwright, which makes every tab report that it is visible.
  await world.startBrowser();
  session = await world.openSession(pages.url('/long'));
});

afterAll(() => world.close());

const scroll = (...args: string[]) => world.data('scroll', 'scroll', '-s', session, ...args);
/** The events that the page itself has seen. */
const inPage = async () => (await world.data('text', 'text', '--selector', 'output', '-s', session)).text;

describe('scroll', () => {
  it('moves the page and reports when it is at its end', async () => {
    const down = await scroll('--by', '600');
    expect(down).toMatchObject({ target: 'viewport', before: 0, after: 600, scrolledPx: 600, moved: true });
    expect(await inPage()).toBe('600 0');
    expect(await scroll('--direction', 'up', '--by', '200px')).toMatchObject({
      after: 400,
      scrolledPx: -200,
    });
    expect(await scroll('--direction', 'up', '--by', '5000')).toMatchObject({ after: 0, moved: true });
    expect(await scroll('--direction', 'up')).toMatchObject({
      before: 0,
      after: 0,
      moved: false,
      stable: true,
    });
  });

  it('moves exactly the element with the handle', async () => {
    const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
    const handle = /"News".*\[(el\d+)\]/.exec(tree)?.[1] ?? '';
    expect(await scroll('--element', handle)).toMatchObject({
      target: 'element',
      before: 0,
      after: 170,
      clientHeight: 200,
      scrollHeight: 4_000,
    });
    expect(await inPage()).toBe('0 170');
  });
});
