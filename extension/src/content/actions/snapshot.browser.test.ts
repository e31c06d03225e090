import { elementHandle, type ForwardedParams, isElementHandle } from '@bproxy/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { snapshot } from './snapshot.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

async function take(html: string, params: ForwardedParams<'snapshot'> = {}, firstHandle = 1) {
  document.body.innerHTML = html;
  return read(params, firstHandle);
}

function read(params: ForwardedParams<'snapshot'> = {}, firstHandle = 1) {
  return runInTestPage('snapshot', snapshot, params, { firstHandle });
}

const treeOf = async (html: string, params: ForwardedParams<'snapshot'> = {}) =>
  (await take(html, params)).tree;

describe('snapshot lines', () => {
  it('show role, name, state, value and handle', async () => {
    const tree = await treeOf(`
      <h1>Sign in</h1>
      <form aria-label="Log in">
        <label>Email <input type="email" required value="ann@x.test"></label>
        <label>Password <input type="password" value="hunter2"></label>
        <label><input type="checkbox" checked> Stay signed in</label>
        <select aria-label="Country"><option>Spain<option selected>France</select>
        <button disabled>Send</button>
      </form>`);
    expect(tree.split('\n')).toEqual([
      'heading "Sign in" [level=1]',
      'form "Log in"',
      ' textbox "Email" [required] = "ann@x.test" [el1]',
      ' textbox "Password" = "••••••" [el2]',
      ' checkbox "Stay signed in" [checked] [el3]',
      ' combobox "Country" = "France" [el4]',
      ' button "Send" [disabled] [el5]',
    ]);
  });

  it('nest by meaning: wrappers vanish, text joins, lists and tables stay readable', async () => {
    const tree = await treeOf(`
      <div><div><nav aria-label="Main"><ul>
        <li><a href="/home">Home</a></li>
        <li><a href="/a/very/long/path/that/nobody/wants/to/read/in/a/snapshot">Long</a></li>
      </ul></nav></div></div>
      <main><p>One <b>two</b> three.</p><p>Four.</p>
        <table><caption>Orders</caption>
          <tr><th>Day</th><th>What</th></tr>
          <tr><td>Monday</td><td>Tea</td></tr>
          <tr><td>Tuesday</td><td><button>Buy</button></td></tr>
        </table></main>`);
    expect(tree.split('\n')).toEqual([
      'navigation "Main"',
      ' list',
      '  - link "Home" /home [el1]',
      '  - link "Long" [el2]',
      'main',
      ' "One two three. Four."',
      ' table "Orders"',
      '  row "Day" | "What"',
      '  row "Monday" | "Tea"',
      '  row',
      '   cell "Tuesday"',
      '   cell button "Buy" [el3]',
    ]);
  });

  it('show a name once: labels, legends, headings that are links', async () => {
    const tree = await treeOf(`
      <fieldset><legend>Size</legend>
        <label><input type="radio" name="s">Small</label><label><input type="radio" name="s" checked>Large</label>
      </fieldset>
      <h2><a href="/story">A long story</a></h2>
      <a href="/x" aria-label="Read more about tea">Read more</a>
      <a href="/y" aria-label="Card"><span>Card</span> with <b>details</b></a>`);
    expect(tree.split('\n')).toEqual([
      'group "Size"',
      ' radio "Small" [el1]',
      ' radio "Large" [checked] [el2]',
      'heading "A long story" [level=2]',
      ' link /story [el3]',
      'link "Read more about tea" /x [el4]',
      'link "Card" /y [el5]',
      ' "with details"',
    ]);
  });

  it('show states: expanded, pressed, selected, current, invalid, read-only, focus', async () => {
    await take(`
      <details><summary>More</summary>hidden</details>
      <details open><summary>Open</summary>inside</details>
      <button aria-expanded="false" aria-haspopup="menu">Menu</button>
      <button aria-pressed="true">Bold</button>
      <div role="tablist"><button role="tab" aria-selected="true">One</button><button role="tab">Two</button></div>
      <a href="#" aria-current="page">Here</a>
      <input aria-label="Name" readonly value="x" aria-invalid="true">
      <div role="switch" aria-checked="mixed" tabindex="0">Half</div>
      <div role="slider" aria-label="Volume" aria-valuenow="3" tabindex="0"></div>
      <button id="f">Focused</button>`);
    document.querySelector<HTMLElement>('#f')?.focus();
    expect((await read()).tree.split('\n')).toEqual([
      'summary "More" [collapsed] [el1]',
      'summary "Open" [expanded] [el2]',
      '"inside"',
      'button "Menu" [collapsed] [el3]',
      'button "Bold" [pressed] [el4]',
      'tablist',
      ' tab "One" [selected] [el5]',
      ' tab "Two" [el6]',
      expect.stringMatching(/^link "Here" \[current\] .*\[el7\]$/),
      'textbox "Name" [readonly invalid] = "x" [el8]',
      'switch "Half" [mixed] [el9]',
      'slider "Volume" = "3" [el10]',
      'button "Focused" [focused] [el11]',
    ]);
  });
});

describe('a snapshot', () => {
  it('leaves out everything that is hidden, inert or a trap', async () => {
    const tree = await treeOf(`
      <p hidden>a</p><p style="display:none">b</p><p style="visibility:hidden">c <b style="visibility:visible">seen</b></p>
      <div aria-hidden="true"><button>d</button></div><div inert><button>e</button></div>
      <input name="trap" style="position:absolute;left:-9999px"><input name="trap2" style="opacity:0">
      <input type="hidden" value="secret"><script>f</script><style>g</style><template>h</template>
      <div style="content-visibility:hidden">i</div>
      <img src="data:," alt=""><svg><path></path></svg>`);
    expect(tree).toBe('"seen"');
  });

  it('keeps a transparent checkbox under a drawn one, and the content of a wrapper without a box', async () => {
    const tree = await treeOf(`
      <label><input type="checkbox" style="opacity:0;position:absolute"><span>Agree</span></label>
      <label for="f">Upload</label><input type="file" id="f" style="display:none">
      <div style="display:contents"><div style="display:contents"><button>Deep</button></div></div>`);
    expect(tree.split('\n')).toEqual([
      'checkbox "Agree" [el1]',
      'upload "Upload" [el2]',
      'button "Deep" [el3]',
    ]);
  });
});

describe('an ancestor of an element', () => {
  const top = document.documentElement;
  afterEach(() => {
    for (const name of ['role', 'aria-disabled', 'aria-hidden']) top.removeAttribute(name);
  });

  it('disables it, from as far up as the top', async () => {
    const html =
      '<div role="group" aria-disabled="true"><p><button>In</button></p></div><div aria-hidden="false"><button>Beside</button></div>';
    expect((await treeOf(html)).split('\n')).toEqual([
      'button "In" [disabled] [el1]',
      'button "Beside" [el2]',
    ]);
    top.setAttribute('role', 'application');
    top.setAttribute('aria-disabled', 'true');
    expect((await treeOf(html)).match(/disabled/g)).toHaveLength(2);
  });

  it('hides it from assistive technology and removes its name, from as far up as the top', async () => {
    top.setAttribute('aria-hidden', 'true');
    expect(await treeOf('<button>Send</button>')).toBe('button [el1]');
  });
});

describe('a snapshot of the whole page', () => {
  it('reaches into nested shadow roots and puts slotted content in its place', async () => {
    document.body.innerHTML = '<x-card><b slot="title">Title</b><button>Outer</button></x-card>';
    const card = document.querySelector('x-card')?.attachShadow({ mode: 'open' });
    if (!card) throw new Error('no shadow root');
    card.innerHTML = '<h2><slot name="title"></slot></h2><x-in></x-in><slot></slot>';
    const inner = card.querySelector('x-in')?.attachShadow({ mode: 'open' });
    if (inner) inner.innerHTML = '<button>Inner</button>';
    const { tree, minted } = await read();
    expect(tree.split('\n')).toEqual([
      'heading "Title" [level=2]',
      'button "Inner" [el1]',
      'button "Outer" [el2]',
    ]);
    const target = { handle: elementHandle('el', 1), read: minted.read, documentId: 'this one' };
    expect(resolveTarget(target)).toBe(inner?.querySelector('button'));
  });

  it('follows aria-owns, lists frames, and marks modal dialogs', async () => {
    const tree = await treeOf(`
      <div role="listbox" aria-label="Fruit" aria-owns="pear" tabindex="0"><div role="option">Apple</div></div>
      <div id="pear" role="option">Pear</div>
      <iframe title="Map" src="about:blank" width="300" height="200"></iframe>
      <div role="dialog" aria-modal="true" aria-label="Cookies"><button>Accept</button></div>`);
    expect(tree.split('\n')).toEqual([
      'listbox "Fruit" [el1]',
      ' option "Apple" [el2]',
      ' option "Pear" [el3]',
      expect.stringMatching(/^iframe "Map" \[\d+x\d+\] about:blank$/),
      'dialog "Cookies" [modal]',
      ' button "Accept" [el4]',
    ]);
  });

  it('keeps right-to-left text and emoji whole, even when it is cut', async () => {
    const long = '🙂'.repeat(200);
    const tree = await treeOf(`<p dir="rtl">שלום עולם</p><button>${long}</button>`);
    const [text, button] = tree.split('\n');
    expect(text).toBe('"שלום עולם"');
    expect(button).toMatch(/^button "(🙂)+…" \[el1\]$/u);
  });

  it('survives a form whose fields shadow its properties, and absurd nesting', async () => {
    expect(
      await treeOf(
        '<form aria-label="F"><input name="localName"><input name="children"><input name="childNodes"></form>',
      ),
    ).toContain('textbox [el2]');
    let deepest: HTMLElement = document.body;
    for (let level = 0; level < 1_500; level += 1) {
      const next = document.createElement('div');
      deepest.append(next);
      deepest = next;
    }
    deepest.textContent = 'bottom';
    expect((await read()).tree).toContain('textbox');
  });
});

describe('the params of a snapshot', () => {
  const page = `<main><section aria-label="S"><ul><li><button>One</button></li></ul></section></main><button>Two</button>`;

  it('selector takes one element, or the error reports how many match', async () => {
    expect(await treeOf(page, { selector: 'section' })).toBe('region "S"\n list\n  - button "One" [el1]');
    await expect(async () => take(page, { selector: 'button' })).rejects.toMatchObject({
      error: { code: 'SELECTOR_AMBIGUOUS', details: { count: 2 } },
    });
  });

  it('maxDepth cuts the tree and reports the cut', async () => {
    const cut = await take(page, { maxDepth: 2 });
    expect(cut).toMatchObject({
      tree: 'main\n region "S"\nbutton "Two" [el2]',
      nodeCount: 3,
      truncated: true,
    });
    expect(cut.total).toBeGreaterThan(3);
    expect(await take(page)).not.toHaveProperty('truncated');
  });

  it('interactiveOnly gives a flat list', async () => {
    expect(await treeOf(page, { interactiveOnly: true })).toBe('button "One" [el1]\nbutton "Two" [el2]');
  });

  it('handle numbers continue from the given one, up to two hundred', async () => {
    const many = await take('<button>x</button>'.repeat(300), {}, 41);
    expect(many.minted).toMatchObject({ count: 200 });
    expect(many.tree).toContain('[el41]');
    expect(many.tree).toContain('[el240]');
    expect(many.tree).not.toContain('[el241]');
    expect(isElementHandle('el240')).toBe(true);
  });
});
