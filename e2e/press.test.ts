import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { CLI, CONFIG, World } from './harness/world.ts';

const PAGE = html(
  'Keys',
  `<form id="form" onsubmit="event.preventDefault(); note('sent ' + new FormData(form).get('q'))">
     <input id="q" name="q" value="tea"><button>Search</button></form>
   <input id="lone"><button id="go" onclick="note('went')">Go on</button>
   <input id="held" onkeydown="if (event.key === 'Enter') { event.preventDefault(); note('handled') }">
   <div id="codes"><input maxlength="1"><input maxlength="1"><input maxlength="1"></div>
   <div id="letter" contenteditable style="min-height: 20px"></div>
   <x-field id="host"><template shadowrootmode="open"><input id="deep"></template></x-field>
   <p id="plain">Words</p><select id="size"><option>Small</option><option>Large</option></select>
   <input id="secret" type="password" value="hunter2"><textarea id="area"></textarea>
   <input id="leaves" onkeyup="if (value.length === 2) blur()">
   <ol id="log"></ol>
   <script>
     const note = (line) => { const item = document.createElement('li'); item.textContent = line; log.append(item) };
     for (const box of codes.children) box.oninput = () => box.nextElementSibling?.focus();
     addEventListener('keydown', (event) => { if (event.key === 's' && event.ctrlKey) { event.preventDefault(); note('saved') } });
   </script>`,
);

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': PAGE,
    '/search': html('Search', '<form action="/found"><input id="q" name="q"></form><a href="/found">Go</a>'),
    '/found': html('Found', '<p>Found</p>'),
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});

beforeEach(() => world.data('navigate', 'navigate', '--url', pages.url('/'), '-s', session));

afterAll(() => world.close());

const press = (...words: string[]) => world.data('press', 'press', ...words, '-s', session);
const type = (...words: string[]) => world.data('type', 'type', ...words, '-s', session);
const log = async () => {
  const { text } = await world.data('text', 'text', '--selector', '#log', '-s', session);
  return text.split('\n').map((line) => line.replace(/^- /, ''));
};

describe('press', () => {
  it('sends a form with Enter, and names what was done and where', async () => {
    expect(await press('--selector', '#q', '--key', 'Enter')).toMatchObject({
      pressed: ['Enter'],
      on: { tag: 'input', role: 'textbox' },
      default: 'submit',
      effect: { seen: 'dom' },
    });
    expect(await log()).toEqual(['sent tea']);
  });

  it('says what it did before the browser left the page', async () => {
    const open = () => world.data('navigate', 'navigate', '--url', pages.url('/search'), '-s', session);
    for (const [target, done] of [
      ['#q', 'submit'],
      ['a', 'click'],
    ] as const) {
      await open();
      const { data, page } = await world.ok(
        'press',
        'press',
        '--selector',
        target,
        '--key',
        'Enter',
        '-s',
        session,
      );
      expect(data).toMatchObject({ pressed: ['Enter'], default: done, effect: { seen: 'navigation' } });
      expect(page.title).toBe('Found');
    }
    await open();
    expect(await type('--selector', '#q', '--text', 'tea\n')).toMatchObject({
      typed: 4,
      effect: { seen: 'navigation' },
    });
  });

  it('says that Enter did nothing, and names the button beside the field', async () => {
    const { default: done, effect } = await press('--selector', '#lone', '--key', 'Enter');
    expect(done).toBe('none');
    expect(effect.hint).toContain('the button "Go on"');
    expect(effect.hint).toContain(`\`bproxy click --selector '#go' -s ${session}\``);
  });

  it('leaves to the page what the page handles', async () => {
    expect(await press('--selector', '#held', '--key', 'Enter')).toMatchObject({
      default: 'prevented',
      effect: { seen: 'dom', prevented: true },
    });
    expect(await log()).toEqual(['handled']);
  });

  it('goes on where the focus is, key by key', async () => {
    await press('--selector', '#q', '--key', 'Tab');
    expect(await press('--key', 'Space')).toMatchObject({ on: { name: 'Search' }, default: 'submit' });
    expect(await press('--key', 'Tab', '--key', 'a', '--key', 'b')).toMatchObject({
      pressed: ['Tab', 'a', 'b'],
      default: 'insert',
    });
    expect((await world.data('text', 'text', '--selector', '#lone', '-s', session)).text).toBe('ab');
  });

  it('repeats all of the keys', async () => {
    const { pressed } = await press('--selector', '#q', '--key', 'Backspace', '--times', '3');
    expect(pressed).toHaveLength(3);
    expect((await world.data('text', 'text', '--selector', '#q', '-s', session)).text).toBe('');
  });

  it('reaches the field in a shadow root, and the one of a component', async () => {
    expect(await press('--selector', '#host', '--key', 'x')).toMatchObject({
      default: 'insert',
      effect: { seen: 'value' },
    });
    expect(await press('--key', 'y')).toMatchObject({ on: { tag: 'input' }, default: 'insert' });
  });

  it('copies into the answer, and leaves passwords out of it', async () => {
    expect(await press('--selector', '#q', '--key', 'Mod+A', '--key', 'Mod+C')).toMatchObject({
      default: 'copy',
      text: 'tea',
    });
    const secret = await press('--selector', '#secret', '--key', 'Mod+A', '--key', 'Mod+C');
    expect(secret.default).toBe('none');
    expect(secret).not.toHaveProperty('text');
  });

  it('pastes the text of the agent, and never the clipboard of the user', async () => {
    await press('--selector', '#area', '--key', 'Mod+V', '--text', 'one\ntwo');
    expect((await world.data('text', 'text', '--selector', '#area', '-s', session)).text).toBe('one\ntwo');
    const { default: done, effect } = await press('--selector', '#area', '--key', 'Mod+V');
    expect(done).toBe('none');
    expect(effect.hint).toContain('--text');
  });

  it('formats an editable region', async () => {
    await type('--selector', '#letter', '--text', 'Dear Ann');
    await press('--key', 'Mod+A', '--key', 'Mod+B');
    const { html: markup } = await world.data('dom', 'dom', '--selector', '#letter', '-s', session);
    expect(markup).toMatch(/<b>\s*Dear Ann/);
  });

  it('lets a page have a key that Chrome also has', async () => {
    expect(await press('--selector', '#q', '--key', 'Ctrl+s')).toMatchObject({ default: 'prevented' });
    expect(await log()).toEqual(['saved']);
  });

  it('refuses the keys that only Chrome can act on, with the command that does the same', async () => {
    const refused = (key: string) => world.error('press', '--key', key, '-s', session);
    expect(await refused('Mod+T')).toMatchObject({
      code: 'KEY_NOT_POSSIBLE',
      retry: 'never',
      message: expect.stringContaining('Nothing was pressed'),
      suggestedAction: expect.stringContaining(`bproxy tab open --url URL -s ${session}`),
    });
    expect(await refused('F5')).toMatchObject({
      code: 'KEY_NOT_POSSIBLE',
      message: expect.stringContaining('did nothing with it'),
      suggestedAction: `Run \`bproxy reload -s ${session}\`.`,
    });
    expect(await refused('Alt+Left')).toMatchObject({
      suggestedAction: `Run \`bproxy back -s ${session}\`.`,
    });
  });

  it('refuses a key that there is not', async () => {
    expect(await world.error('press', '--key', 'Enterr', '-s', session)).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'There is no key "Enterr".',
    });
    expect(await world.error('press', '--key', 'Hyper+a', '-s', session)).toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('refuses an element that cannot have the focus, and names the one around it', async () => {
    const { details, code } = await world.error('press', '--selector', '#plain', '--key', 'a', '-s', session);
    expect([code, details?.['reason']]).toEqual(['ELEMENT_NOT_ACTIONABLE', 'not-focusable']);
  });

  it('chooses in a select by its keys, and says that Chrome draws the list', async () => {
    expect(await press('--selector', '#size', '--key', 'ArrowDown')).toMatchObject({
      default: 'step',
      effect: { seen: 'value' },
    });
    const { effect } = await press('--selector', '#size', '--key', 'Space');
    expect(effect.hint).toContain('bproxy select --selector');
  });
});

describe('type', () => {
  it('types key by key, and reads back what the field holds', async () => {
    expect(await type('--selector', '#lone', '--text', 'Zoë, 世界')).toMatchObject({
      typed: 7,
      verifiedValue: 'Zoë, 世界',
      on: { tag: 'input' },
      effect: { seen: 'value' },
    });
  });

  it('follows a page that passes the focus on, as for a code of several boxes', async () => {
    expect(await type('--selector', '#codes input:first-child', '--text', '123')).toMatchObject({ typed: 3 });
    const { elements } = await world.data('elements', 'elements', '--form', '-s', session);
    expect(elements.filter(({ value }) => /^[123]$/.test(value ?? '')).map(({ value }) => value)).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('presses Enter for a line break', async () => {
    expect(await type('--selector', '#q', '--text', ' pot\n')).toMatchObject({ typed: 5 });
    expect(await log()).toEqual(['sent tea pot']);
    await type('--selector', '#area', '--text', 'a\nb');
    expect((await world.data('text', 'text', '--selector', '#area', '-s', session)).text).toBe('a\nb');
  });

  it('stops where the focus leaves the field, and says how far it came', async () => {
    expect(await type('--selector', '#leaves', '--text', 'abcdef')).toMatchObject({
      typed: 2,
      verifiedValue: 'ab',
      reason: expect.stringContaining('focus has left'),
    });
  });

  it('takes a secret from stdin, and shows it nowhere', async () => {
    const words = ['type', '--selector', '#secret', '--text-stdin', '-s', session];
    const { stdout, code } = await world.run(process.execPath, [CLI, ...words], 'correct horse');
    expect(code).toBe(0);
    expect(stdout).not.toContain('correct');
    expect(JSON.stringify(world.log())).not.toContain('correct');
    expect(JSON.parse(stdout).data.verifiedValue).toBe('••••••');
  });

  it('keeps the pace of the owner between two keys, and ends before the deadline', async () => {
    world.configure({
      ...CONFIG,
      pacing: { human: { ...CONFIG.pacing.human, keystroke: { min: 300, max: 300 } } },
    });
    await world.bproxy('service', 'restart');
    await world.connected();
    const words = ['--selector', '#area', '--text', 'x'.repeat(50), '--timeout', '5000'];
    const { typed, reason, verifiedValue } = await type(...words);
    expect(typed).toBeGreaterThan(1);
    expect(typed).toBeLessThan(15);
    expect(verifiedValue).toBe('x'.repeat(typed));
    expect(reason).toContain('deadline');
    world.configure(CONFIG);
    await world.bproxy('service', 'restart');
    await world.connected();
  });
});

describe('focus', () => {
  it('gives an element the focus, and says so', async () => {
    expect(await world.data('focus', 'focus', '--selector', '#lone', '-s', session)).toMatchObject({
      focused: true,
      on: { tag: 'input' },
      effect: { seen: 'focus' },
    });
    expect((await world.data('focus', 'focus', '--selector', '#lone', '-s', session)).effect.seen).toBe(
      'none',
    );
  });
});
