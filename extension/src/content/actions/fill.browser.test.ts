import { type FillMethod, type ForwardedElementTarget, filledIn, ProtocolError } from '@bproxy/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { placed } from '../targets/resolve-target.ts';
import { fill } from './fill.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function page(html: string): void {
  document.body.innerHTML = html;
}

function write(target: string | ForwardedElementTarget, value: string, method: FillMethod = 'paste') {
  return runInTestPage('fill', fill, {
    target: typeof target === 'string' ? { selector: target } : target,
    value,
    method,
    world: 'isolated',
  });
}

async function refusal(target: string | ForwardedElementTarget, value = 'x', method: FillMethod = 'paste') {
  try {
    await write(target, value, method);
  } catch (thrown) {
    if (thrown instanceof ProtocolError) return thrown.error;
    throw thrown;
  }
  throw new Error('it was filled');
}

function input(selector = 'input'): HTMLInputElement {
  const found = document.querySelector(selector);
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`no ${selector}`);
}

/** Every event that the page gets, in order. */
function record(target: EventTarget = document): string[] {
  const heard: string[] = [];
  const types = 'focus focusin beforeinput input change blur keydown keypress keyup paste submit'.split(' ');
  for (const type of types) {
    target.addEventListener(type, (event) => heard.push(describeEvent(event)), true);
  }
  return heard;
}

function describeEvent(event: Event): string {
  const flags = [event.bubbles && 'bubbles', event.cancelable && 'cancelable', event.composed && 'composed'];
  const shape = event instanceof InputEvent ? [event.inputType, event.data] : [];
  return [event.type, ...shape, ...flags]
    .filter((part) => part !== false && part !== null && part !== '')
    .join(' ');
}

describe('paste', () => {
  it('fires the events of a real paste, and no key events', async () => {
    page('<input value="old">');
    const heard = record(input());
    let seen = '';
    input().addEventListener('beforeinput', () => {
      const { value, selectionStart, selectionEnd } = input();
      seen = `${value} ${selectionStart}-${selectionEnd}`;
    });
    expect(await write('input', 'new')).toEqual({ filled: true, verifiedValue: 'new' });
    expect(heard).toEqual([
      'focus composed',
      'focusin bubbles composed',
      'beforeinput insertFromPaste new bubbles cancelable composed',
      'input insertFromPaste new bubbles composed',
      'change bubbles',
    ]);
    expect(seen).toBe('old 0-3');
    expect(document.activeElement).toBe(input());
  });

  it('clears a field as a deletion', async () => {
    page('<input value="old">');
    const heard = record(input());
    expect(await write('input', '')).toEqual({ filled: true, verifiedValue: '' });
    expect(heard.filter((line) => line.includes('input'))).toEqual([
      'beforeinput deleteContentBackward bubbles cancelable composed',
      'input deleteContentBackward bubbles composed',
    ]);
  });

  it('bypasses the value that a framework tracks on the element, so that it notices the event', async () => {
    page('<input value="old">');
    const field = input();
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    let tracked = 'old';
    Object.defineProperty(field, 'value', {
      configurable: true,
      get: () => native?.get?.call(field),
      set: (value: string) => {
        tracked = value;
        native?.set?.call(field, value);
      },
    });
    const changes: string[] = [];
    // React drops an event whose value equals the tracked one.
    field.addEventListener('input', () => field.value !== tracked && changes.push(field.value));
    expect(await write('input', 'new')).toMatchObject({ filled: true });
    expect(changes).toEqual(['new']);
    expect(tracked).toBe('old');
  });

  it('reports when the page restores the old value, or changes the new one', async () => {
    page('<input id="a" value="kept"><input id="b"><input id="c">');
    input('#a').addEventListener('input', () =>
      requestAnimationFrame(() => Object.assign(input('#a'), { value: 'kept' })),
    );
    input('#b').addEventListener('input', () => Object.assign(input('#b'), { value: '(55) 5' }));
    expect(await write('#a', 'new')).toEqual({
      filled: false,
      verifiedValue: 'kept',
      reason: 'The page put back what was there before.',
    });
    expect(await write('#b', '555')).toEqual({
      filled: false,
      verifiedValue: '(55) 5',
      reason: 'The page changed the value after it was written.',
    });
  });

  it('leaves a prevented input to the page, and reads the result', async () => {
    page('<input id="a" value="old"><input id="b"><input id="c">');
    const heard = record();
    for (const id of ['#a', '#b', '#c'])
      input(id).addEventListener('beforeinput', (event) => event.preventDefault());
    input('#b').addEventListener('beforeinput', () => Object.assign(input('#b'), { value: 'NEW' }));
    input('#c').addEventListener('beforeinput', () =>
      setTimeout(() => Object.assign(input('#c'), { value: 'new' })),
    );
    expect(await write('#a', 'new')).toEqual({
      filled: false,
      verifiedValue: 'old',
      reason: 'The page prevented the input: nothing was written.',
    });
    expect(await write('#b', 'new')).toMatchObject({ filled: false, verifiedValue: 'NEW' });
    expect(await write('#c', 'new')).toEqual({ filled: true, verifiedValue: 'new' });
    expect(heard.filter((line) => /^(?:input|change)/.test(line))).toEqual([]);
  });

  it('reads the field that the framework put in its place', async () => {
    page('<div id="app"><input id="f" value="old"></div><div id="gone"><input id="g"></div>');
    input('#f').addEventListener('change', () => {
      page('<input id="f" value="new">');
    });
    expect(await write('#f', 'new')).toEqual({ filled: true, verifiedValue: 'new' });
    page('<input id="g">');
    input('#g').addEventListener('change', () => input('#g').remove());
    expect(await write('#g', 'new')).toMatchObject({
      filled: false,
      verifiedValue: '',
      reason: /left the page/,
    });
  });

  it('finds a field again that the page redraws on focus', async () => {
    page('<p><input id="f"></p>');
    input('#f').addEventListener('focus', () => page('<p><input id="f" class="real"></p>'), { once: true });
    expect(await write('#f', 'new')).toEqual({ filled: true, verifiedValue: 'new' });
    expect(input('.real').value).toBe('new');
  });
});

describe('the focus', () => {
  it('events come from bproxy where Chrome fires none, because the user is in another window', async () => {
    page('<input id="a"><input id="b">');
    const silence = (event: Event) => event.isTrusted && event.stopImmediatePropagation();
    const types = ['focus', 'focusin', 'blur', 'focusout'];
    for (const type of types) window.addEventListener(type, silence, true);
    const heard: string[] = [];
    for (const type of types) {
      document.body.addEventListener(
        type,
        (event) => {
          const other = event instanceof FocusEvent ? event.relatedTarget : null;
          const name = (at: EventTarget | null) => (at instanceof Element ? at.id : '');
          heard.push(`${type} ${name(event.target)}${name(other) && ` ${name(other)}`}`);
        },
        true,
      );
    }
    await write('#a', 'x');
    await write('#b', 'x');
    await write('#b', 'y');
    for (const type of types) window.removeEventListener(type, silence, true);
    expect(heard).toEqual(['focus a', 'focusin a', 'blur a b', 'focusout a b', 'focus b a', 'focusin b a']);
  });

  it('ends the fill, with nothing written, if it makes the page put another field there', async () => {
    page('<label>Name <input id="f"></label>');
    const target = handleOf(input());
    input().addEventListener('focus', () => page('<label>Card <input id="f"></label>'), { once: true });
    expect(await refusal(target)).toMatchObject({ code: 'ELEMENT_HANDLE_STALE' });
    expect(input().value).toBe('');
  });
});

describe('direct', () => {
  it('writes without events and without the focus', async () => {
    page('<input value="old"><textarea></textarea>');
    const heard = record();
    expect(await write('input', 'new', 'direct')).toEqual({ filled: true, verifiedValue: 'new' });
    expect(await write('textarea', 'a\r\nb', 'direct')).toEqual({ filled: true, verifiedValue: 'a\nb' });
    expect(heard).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the method', () => {
  const params = { target: { selector: 'input' }, value: 'x' };

  it('has to fit the world', async () => {
    page('<input>');
    const wrong = runInTestPage('fill', fill, { ...params, method: 'paste', world: 'main' });
    await expect(wrong).rejects.toMatchObject({ error: { code: 'SCRIPT_ERROR', retry: 'never' } });
    const other = runInTestPage('fill', fill, { ...params, method: 'runtime-api', world: 'isolated' });
    await expect(other).rejects.toMatchObject({ error: { code: 'SCRIPT_ERROR', retry: 'never' } });
  });

  it('runtime-api finds the place of a field by its handle, and refuses another field there', () => {
    page('<input id="f" aria-label="Name">');
    const target = handleOf(input());
    const looks = { tag: 'input', role: 'textbox', name: 'Name' };
    expect(placed(target)).toEqual({ selector: '#f', expect: looks });
    page('<input id="f" aria-label="Card">');
    expect(() => placed(target)).toThrow(
      expect.objectContaining({
        error: expect.objectContaining({
          code: 'ELEMENT_HANDLE_STALE',
          details: expect.objectContaining({ reason: 'changed' }),
        }),
      }),
    );
  });
});

describe('the target', () => {
  it('may be in nested shadow roots', async () => {
    page('<x-a></x-a>');
    const outer = document.querySelector('x-a')?.attachShadow({ mode: 'open' });
    if (outer) outer.innerHTML = '<x-b></x-b>';
    const inner = outer?.querySelector('x-b')?.attachShadow({ mode: 'open' });
    if (inner) inner.innerHTML = '<input><div contenteditable>old</div>';
    const heard = record();
    const hosts = [{ selector: 'x-a' }, { selector: 'x-b' }];
    expect(await write({ route: { hosts, target: 'input' } }, 'deep')).toEqual({
      filled: true,
      verifiedValue: 'deep',
    });
    expect(heard).toContain('input insertFromPaste deep bubbles composed');
    expect(await write({ route: { hosts, target: 'div' } }, 'a\nb')).toEqual({
      filled: true,
      verifiedValue: 'a\nb',
    });
  });

  it('is never another element in its place', async () => {
    page('<label>Name <input id="f"></label>');
    const target = handleOf(input());
    expect(await write(target, 'x')).toMatchObject({ filled: true });
    page('<label>Card number <input id="f"></label>');
    const heard = record();
    let announced = false;
    const asked = runInTestPage(
      'fill',
      fill,
      { target, value: 'x', method: 'paste', world: 'isolated' },
      {
        announce: () => {
          announced = true;
        },
      },
    );
    await expect(asked).rejects.toMatchObject({ error: { code: 'ELEMENT_HANDLE_STALE' } });
    expect(input().value).toBe('');
    expect([heard, announced]).toEqual([[], false]);
  });

  it('is announced before the first effect', async () => {
    page('<input>');
    const heard: string[] = [];
    input().addEventListener('focus', () => heard.push('focus'));
    const field = { target: { selector: 'input' }, value: 'x', method: 'paste', world: 'isolated' } as const;
    await runInTestPage('fill', fill, field, { announce: () => heard.push('announced') });
    expect(heard).toEqual(['announced', 'focus']);
  });

  it.each([
    ['<input type="checkbox">', 'checkbox', 'bproxy click'],
    ['<input type="radio">', 'radio', 'bproxy click'],
    ['<input type="submit">', 'submit', 'bproxy click'],
    ['<input type="button" value="x">', 'button', 'bproxy click'],
    ['<input type="image" alt="x">', 'image', 'bproxy click'],
    ['<input type="reset">', 'reset', 'bproxy click'],
    ['<button>x</button>', 'button', 'bproxy click'],
    ['<input type="file">', 'file', 'require-human'],
    ['<select><option>x</select>', 'select', 'bproxy select'],
    ['<input type="hidden">', 'hidden', 'bproxy elements'],
    ['<p>x</p>', 'not-a-field', 'bproxy elements'],
    ['<label for="f">x</label><input id="f">', 'not-a-field', 'details.field'],
  ])('%s is refused, and the error names an alternative', async (html, reason, next) => {
    page(`<div id="in">${html}</div>`);
    const error = await refusal('#in > :first-child');
    expect(error).toMatchObject({ code: 'ELEMENT_NOT_ACTIONABLE', details: { reason } });
    expect(filledIn(error.suggestedAction ?? '', { session: '' })).toContain(next);
  });

  it.each([
    ['disabled', '<input disabled>'],
    ['disabled', '<fieldset disabled><div><input></div></fieldset>'],
    ['read-only', '<input readonly>'],
    ['read-only', '<textarea readonly id="f"></textarea>'],
    ['read-only', '<div id="f" role="textbox" contenteditable aria-readonly="true">x</div>'],
    ['inert', '<div inert><p><input></p></div>'],
    ['hidden', '<input hidden>'],
    ['hidden', '<div style="visibility: hidden"><input></div>'],
    ['out-of-sight', '<div style="opacity: 0"><input></div>'],
    ['out-of-sight', '<div style="opacity: .1"><input style="opacity: .1"></div>'],
    ['out-of-sight', '<input style="position: absolute; left: -9999px">'],
    ['out-of-sight', '<input style="position: fixed; left: 9999px">'],
    ['out-of-sight', '<input style="position: absolute; top: -500px">'],
    ['out-of-sight', '<input style="width: 1px; height: 1px; border: 0; padding: 0">'],
    ['out-of-sight', '<div style="height: 0; overflow: hidden"><input></div>'],
    ['out-of-sight', '<input style="position: absolute; clip: rect(0, 0, 0, 0)">'],
    ['out-of-sight', '<span style="clip-path: inset(50%); position: absolute"><input></span>'],
  ])('%s is refused, and nothing is written: %s', async (reason, html) => {
    page(html);
    const heard = record();
    for (const method of ['paste', 'direct'] as const) {
      const error = await refusal('input, #f', 'x', method);
      expect(error).toMatchObject({ code: 'ELEMENT_NOT_ACTIONABLE', details: { reason } });
    }
    expect(heard).toEqual([]);
    expect(document.body.innerHTML).toBe(new DOMParser().parseFromString(html, 'text/html').body.innerHTML);
  });

  it.each([
    ['below the fold', '<div style="height: 5000px"></div><input>'],
    [
      'under its floating label',
      '<div style="position: relative"><input><label style="position: absolute; inset: 0">x</label></div>',
    ],
    [
      'in a box that scrolls',
      '<div style="height: 60px; overflow: auto"><div style="height: 900px"></div><input></div>',
    ],
    ['in the legend of a disabled fieldset', '<fieldset disabled><legend><input></legend></fieldset>'],
  ])('may be %s', async (_, html) => {
    page(html);
    expect(await write('input', 'x')).toEqual({ filled: true, verifiedValue: 'x' });
  });
});
