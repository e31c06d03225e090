import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** A button with a list at the end of the body, whose options come late. */
const WIDGET = `
  const chosen = (text) => { document.querySelector('output').textContent += text + '.' };
  document.querySelector('select').onchange = ({ target }) => chosen(target.value);
  const button = document.querySelector('button');
  button.onclick = () => {
    const list = document.createElement('ul');
    list.setAttribute('role', 'listbox');
    document.body.append(list);
    setTimeout(() => {
      list.innerHTML = '<li role="option">Red</li><li role="option">Green</li>';
    }, 200);
    list.onclick = ({ target }) => {
      button.textContent = target.textContent;
      chosen(target.textContent);
      list.remove();
    };
  };`;

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/form': html(
      'Form',
      `<select aria-label="Country"><option>France</option><optgroup label="South"><option>Spain</option></optgroup></select>
      <button aria-haspopup="listbox">Colour</button><output></output><script>${WIDGET}</script>`,
    ),
    '/other': html('Other', 'other'),
  });
  // Not driven by Playwright, which makes every tab report that it is visible.
  await world.startBrowser();
  session = await world.openSession(pages.url('/form'));
});

afterAll(() => world.close());

const select = (...args: string[]) => world.data('select', 'select', '-s', session, ...args);
/** The events that the page itself has seen. */
const inPage = async () => (await world.data('text', 'text', '--selector', 'output', '-s', session)).text;

async function handleOf(name: string): Promise<string> {
  const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
  return new RegExp(`"${name}".*\\[(el\\d+)\\]`).exec(tree)?.[1] ?? '';
}

describe('select', () => {
  it('sets a native select by its handle', async () => {
    const handle = await handleOf('Country');
    expect(await select('--element', handle, '--option-text', 'Spain')).toEqual({
      selected: true,
      optionText: 'Spain',
      effect: { seen: 'value', also: ['dom', 'focus'] },
    });
    expect(await inPage()).toBe('Spain.');
    expect(await select('--element', handle, '--option-text', 'Peru')).toMatchObject({
      selected: false,
      optionText: 'Peru',
      options: ['France', 'Spain'],
    });
  });

  it('picks from a list that the page draws', async () => {
    const handle = await handleOf('Colour');
    expect(await select('--element', handle, '--option-text', 'Green')).toEqual({
      selected: true,
      optionText: 'Green',
      effect: expect.objectContaining({ seen: 'dom' }),
    });
    expect(await inPage()).toBe('Spain.Green.');
    // The handle was made for a button of another name.
    const error = await world.error('select', '--element', handle, '--option-text', 'Red', '-s', session);
    expect(error).toMatchObject({ code: 'ELEMENT_HANDLE_STALE' });
    expect(await inPage()).toBe('Spain.Green.');
  });
});
