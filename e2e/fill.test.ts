import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const CLI = fileURLToPath(new URL('../cli/dist/bproxy.cjs', import.meta.url));
const PASTE = ['--method', 'paste', '--world', 'isolated'];

const world = new World();
let pages: Pages;
let session: string;

/** Shows the events and values that its script saw: the proof comes from the page, not from the extension. */
const FORM = `
<form>
  <label>Name <input id="name" value="old"></label>
  <label>Born <input id="born" type="date"></label>
  <label>Secret <input id="secret" type="password"></label>
  <label>Locked <input id="locked" disabled></label>
  <label>Agree <input id="agree" type="checkbox"></label>
  <label>Note <textarea id="note"></textarea></label>
  <div id="post" role="textbox" aria-label="Post" contenteditable>old</div>
</form>
<x-field></x-field>
<button id="swap" type="button">Swap</button>
<pre id="heard"></pre>
<script>
  const shadow = document.querySelector('x-field').attachShadow({ mode: 'open' });
  shadow.innerHTML = '<label>Deep <input></label>';
  const show = (line) => { heard.textContent += line + '\\n'; };
  for (const type of ['focusin', 'keydown', 'beforeinput', 'input', 'change']) {
    document.addEventListener(type, async (event) => {
      const from = event.composedPath()[0];
      if (from.id === 'note') {
        if (type !== 'change') return;
        const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(from.value));
        show('note ' + [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
      } else show([type, from.id || from.localName, event.inputType, event.data, from.value].filter(Boolean).join(' '));
    });
  }
  swap.onclick = () => document.querySelector('label').replaceChildren('Card ', document.querySelector('#name'));
</script>`;

beforeAll(async () => {
  pages = await world.serve({
    '/form': html('Form', FORM),
    '/sends': html('Sends', '<form action="/sent"><input name="q" onchange="this.form.submit()"></form>'),
    '/sent': html('Sent', 'thank you'),
  });
  await world.startBrowser();
  await world.connected();
});

afterAll(() => world.close());

beforeEach(async () => {
  ({ session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/form')));
  return async () => {
    await world.bproxy('session', 'close', '-s', session);
  };
});

async function handleOf(label: string): Promise<string> {
  const { elements } = await world.data('elements', 'elements', '-s', session);
  const { handle } = elements.find((element) => element.label === label) ?? {};
  if (!handle) throw new Error(`no ${label} in ${JSON.stringify(elements)}`);
  return handle;
}

async function heard(): Promise<string[]> {
  const { text } = await world.data('text', 'text', '--selector', '#heard', '-s', session);
  return text.split('\n').filter((line) => line !== '');
}

function fill(handle: string, value: string) {
  return world.data('fill', 'fill', '--element', handle, '--value', value, ...PASTE, '-s', session);
}

describe('fill', () => {
  it('writes by a handle, and the page receives a paste', async () => {
    expect(await fill(await handleOf('Name'), 'Zoë 👩‍👩‍👧')).toEqual({
      filled: true,
      verifiedValue: 'Zoë 👩‍👩‍👧',
      effect: { seen: 'value', also: ['dom', 'focus'] },
    });
    expect(await heard()).toEqual([
      'focusin name old',
      'beforeinput name insertFromPaste Zoë 👩‍👩‍👧 old',
      'input name insertFromPaste Zoë 👩‍👩‍👧 Zoë 👩‍👩‍👧',
      'change name Zoë 👩‍👩‍👧',
    ]);
    const { elements } = await world.data('elements', 'elements', '--form', '-s', session);
    expect(elements.find(({ label }) => label === 'Name')).toMatchObject({ value: 'Zoë 👩‍👩‍👧' });
  });

  it('writes into shadow roots and editable regions', async () => {
    expect(await fill(await handleOf('Deep'), 'x')).toMatchObject({ filled: true, verifiedValue: 'x' });
    expect(await heard()).toContain('input input insertFromPaste x x');
    expect(await fill(await handleOf('Post'), 'one\n\nthree')).toEqual({
      filled: true,
      verifiedValue: 'one\n\nthree',
      effect: expect.objectContaining({ seen: 'value' }),
    });
    const { text } = await world.data('text', 'text', '--selector', '#post', '-s', session);
    expect(text).toMatch(/^one\n+three$/);
  });

  it('never writes into another element in the same place', async () => {
    const handle = await handleOf('Name');
    await world.data('click', 'click', '--selector', '#swap', '-s', session);
    const args = ['--element', handle, '--value', 'x', ...PASTE, '-s', session];
    expect(await world.error('fill', ...args)).toMatchObject({ code: 'ELEMENT_HANDLE_STALE' });
    expect((await heard()).filter((line) => line.includes('name'))).toEqual([]);
  });

  it('writes all of 2 MB from stdin', async () => {
    // Few emoji: Chrome needs 9 s to lay out 2 MB that is full of them, and 3 s for plain words.
    const value = `${`${'some words of a long text '.repeat(40)}\n`.repeat(200)}Zoë 漢字 👩‍👩‍👧\n`.repeat(10);
    expect(Buffer.byteLength(value)).toBeGreaterThan(2_000_000);
    const args = [
      'fill',
      '--selector',
      '#note',
      '--value-stdin',
      ...PASTE,
      '-s',
      session,
      '--timeout',
      '60000',
    ];
    const { stdout } = await world.run(process.execPath, [CLI, ...args], value);
    expect(stdout.slice(0, 500)).toContain('"filled":true');
    expect(await heard()).toEqual([`note ${createHash('sha256').update(value).digest('hex')}`]);
  });

  it('succeeds when it makes the page navigate', async () => {
    await world.data('navigate', 'navigate', '--url', pages.url('/sends'), '-s', session);
    const args = ['--selector', 'input', '--value', 'x', ...PASTE, '-s', session];
    const { code, stdout } = await world.bproxy('fill', ...args);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"ok":true')]);
  });
});

describe('fill-form', () => {
  it('takes fields and their texts from the command line', async () => {
    const name = await handleOf('Name');
    const { results } = await world.data(
      'fill-form',
      ...[
        'fill-form',
        '--set',
        `${name}=Ada = Lovelace`,
        '--set',
        'input[id="born"]=1815-12-10',
        '-s',
        session,
      ],
    );
    expect(results).toMatchObject([
      { target: { selector: '#name' }, filled: true, verifiedValue: 'Ada = Lovelace' },
      { filled: true, verifiedValue: '1815-12-10' },
    ]);
  });

  it('writes every field that it can and has an answer for each', async () => {
    const field = (target: object, value: string) => ({ target, value, method: 'paste', world: 'isolated' });
    const fields = [
      field({ handle: await handleOf('Name') }, 'Ada'),
      field({ selector: '#born' }, '10.12.1815'),
      field({ selector: '#born' }, '1815-12-10'),
      field({ selector: '#locked' }, 'x'),
      field({ selector: '#agree' }, 'yes'),
      field({ selector: '#nowhere' }, 'x'),
      field({ handle: 'el99999' }, 'x'),
      { ...field({ selector: '#post' }, 'x'), method: 'runtime-api', world: 'main' },
      field({ selector: '#secret' }, 'hunter2'),
    ];
    const json = JSON.stringify({ fields });
    const { results } = await world.data('fill-form', 'fill-form', '--json', json, '-s', session);
    expect(results).toMatchObject([
      { target: { selector: '#name' }, filled: true, verifiedValue: 'Ada' },
      { filled: false, verifiedValue: '', reason: expect.stringContaining('YYYY-MM-DD') },
      { filled: true, verifiedValue: '1815-12-10' },
      { filled: false, error: { code: 'ELEMENT_NOT_ACTIONABLE', details: { reason: 'disabled' } } },
      {
        filled: false,
        error: {
          suggestedAction: expect.stringContaining(`\`bproxy click --selector '#agree' -s ${session}\``),
        },
      },
      { filled: false, error: { code: 'ELEMENT_NOT_FOUND' } },
      { target: { handle: 'el99999' }, filled: false, error: { code: 'ELEMENT_HANDLE_NOT_FOUND' } },
      { filled: false, error: { code: 'UNSUPPORTED_ACTION' } },
      { target: { selector: '#secret' }, filled: true, verifiedValue: '••••••' },
    ]);
    expect((await heard()).filter((line) => line.startsWith('change'))).toEqual([
      'change name Ada',
      'change born 1815-12-10',
      'change secret hunter2',
    ]);
  });
});
