import type { FillMethod } from '@bproxy/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { fill } from './fill.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function write(html: string, value: string, method: FillMethod = 'paste') {
  document.body.innerHTML = html;
  const selector = 'input, textarea, [contenteditable]';
  return runInTestPage('fill', fill, { target: { selector }, value, method, world: 'isolated' });
}

function held(): string | undefined {
  const field = document.querySelector('input, textarea');
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : undefined;
}

const METHODS = ['paste', 'direct'] as const;

describe.each(METHODS)('by %s, a field', (method) => {
  it.each([
    ['text', 'Zoë 👩‍👩‍👧 <b>'],
    ['search', 'x'],
    ['tel', '+1 (555) 0'],
    ['url', 'https://a.test/'],
    ['email', 'a@b.test'],
    ['number', '-15'],
    ['number', '1e3'],
    ['number', ''],
    ['range', '40'],
    ['color', '#aabbcc'],
    ['date', '2026-02-28'],
    ['time', '23:59'],
    ['datetime-local', '2026-02-28T23:59'],
    ['month', '2026-02'],
    ['week', '2026-W07'],
    ['made-up', 'x'],
  ])('of type %s takes %j', async (type, value) => {
    expect(await write(`<input type="${type}">`, value, method)).toEqual({
      filled: true,
      verifiedValue: value,
    });
    expect(held()).toBe(value);
  });

  it.each([
    ['color', '#AABBCC', '#aabbcc'],
    ['datetime-local', '2026-02-28 23:59', '2026-02-28T23:59'],
    ['range', '40.0', '40'],
  ])('of type %s rewrites %j in its own format', async (type, value, kept) => {
    expect(await write(`<input type="${type}">`, value, method)).toEqual({
      filled: true,
      verifiedValue: kept,
    });
  });

  it.each([
    ['number', '1,5', 'value="7"', '7', /such as 12 or -1.5/],
    ['number', 'ten', 'value="7"', '7', /number/],
    ['range', '200', 'value="7" max="90"', '7', /max 90/],
    ['range', '', 'value="7"', '7', /a number/],
    ['color', 'nonsense', 'value="#010203"', '#010203', /#rrggbb/],
    ['date', '28.02.2026', 'value="2020-01-01"', '2020-01-01', /YYYY-MM-DD/],
    ['date', '2026-02-30', '', '', /YYYY-MM-DD/],
    ['time', '11 pm', '', '', /HH:MM/],
    ['datetime-local', '2026-02-28', '', '', /YYYY-MM-DDTHH:MM/],
    ['month', 'May', '', '', /YYYY-MM/],
    ['week', '7', '', '', /W07/],
  ])('of type %s keeps its value instead of %j', async (type, value, attributes, kept, reason) => {
    const result = await write(`<input type="${type}" ${attributes}>`, value, method);
    expect(result).toMatchObject({ filled: false, verifiedValue: kept });
    expect(result.reason).toMatch(reason);
    expect(held()).toBe(kept);
  });

  it('never reports a password', async () => {
    expect(await write('<input type="password">', 'hunter2', method)).toEqual({
      filled: true,
      verifiedValue: '••••••',
    });
    expect(held()).toBe('hunter2');
    expect(await write('<input type="password" value="x">', '', method)).toEqual({
      filled: true,
      verifiedValue: '',
    });
  });

  it('takes as much as maxlength allows a user to enter, and reports the cut', async () => {
    expect(await write('<input maxlength="5">', 'abcdefg', method)).toEqual({
      filled: false,
      verifiedValue: 'abcde',
      reason: 'maxlength: the field takes 5 characters, 7 were given; the rest was left out.',
    });
    expect(await write('<textarea maxlength="3"></textarea>', 'ab😀', method)).toMatchObject({
      verifiedValue: 'ab',
    });
    expect(await write('<input maxlength="5">', 'ab…de…', method)).toMatchObject({ verifiedValue: 'ab…de' });
    expect(await write('<input maxlength="5">', 'abcde', method)).toEqual({
      filled: true,
      verifiedValue: 'abcde',
    });
  });

  it('of one line loses line breaks, and reports it', async () => {
    const result = await write('<input>', 'a\r\nb\n', method);
    expect(result).toEqual({
      filled: false,
      verifiedValue: 'a b',
      reason: expect.stringContaining('one line'),
    });
    expect(await write('<input type="email">', ' a@b.test ', method)).toMatchObject({
      filled: false,
      verifiedValue: 'a@b.test',
    });
  });

  it.each([
    ['<input pattern="\\d+">', 'abc', /patternMismatch \(pattern="\\\\d\+"\)/],
    ['<input type="email">', 'abc', /typeMismatch/],
    ['<input type="number" max="5">', '9', /rangeOverflow \(max="5"\)/],
    ['<input type="number">', '1.5', /stepMismatch/],
    ['<input required value="x">', '', /valueMissing/],
  ])('is filled although its form would refuse the value: %s %j', async (html, value, reason) => {
    const result = await write(html, value, method);
    expect(result).toMatchObject({ filled: true, verifiedValue: value });
    expect(result.reason).toMatch(reason);
  });

  it('takes 10,000 characters of all kinds', async () => {
    const value = 'aé漢😀👩‍👩‍👧\t\n'.repeat(800).slice(0, 10_000);
    expect(await write('<textarea></textarea>', value, method)).toEqual({
      filled: true,
      verifiedValue: value,
    });
  });

  it('takes 2 MB, and the answer shows the beginning', { timeout: 60_000 }, async () => {
    const value = `${'some words of a long text 😀 '.repeat(4)}\n`.repeat(17_900);
    const result = await write('<textarea></textarea>', value, method);
    expect(result).toMatchObject({
      filled: true,
      reason: expect.stringContaining(`of ${value.length} characters`),
    });
    expect(result.verifiedValue.length).toBeLessThanOrEqual(20_001);
    expect(held() === value).toBe(true);
  });
});

describe.each(METHODS)('by %s, an editable region', (method) => {
  it.each([
    ['<div contenteditable>old</div>', 'new'],
    ['<div contenteditable>old</div>', 'one\ntwo\n\nfour'],
    ['<div contenteditable>old</div>', 'a\n'],
    ['<div contenteditable>old</div>', '\n\na'],
    ['<div contenteditable>old</div>', 'two  and   three '],
    ['<div contenteditable>old</div>', '<b>&amp; 😀</b>'],
    ['<div contenteditable><p>old</p><p>older</p></div>', 'one\ntwo'],
    ['<div contenteditable style="white-space: pre-wrap">old</div>', ' a\n  b\n'],
    ['<div contenteditable="plaintext-only">old</div>', 'a\n\nb'],
    ['<div contenteditable>old</div>', ''],
    ['<div contenteditable></div>', 'into nothing'],
    ['<span contenteditable>old</span>', 'inline'],
  ])('%s takes %j', async (html, value) => {
    const sized = html.replace(/^<(\w+)/, '<$1 class="field"');
    const style = '<style>.field { min-height: 20px; min-width: 50px }</style>';
    expect(await write(style + sized, value, method)).toEqual({ filled: true, verifiedValue: value });
  });

  it.each([
    '<div contenteditable>old</div>',
    '<div contenteditable><p>old</p><p>older</p></div>',
    '<div contenteditable style="white-space: pre-wrap">old</div>',
    '<div contenteditable="plaintext-only">old</div>',
  ])('%s takes many lines', async (html) => {
    const value = 'a  <b>&amp;\n\n 😀\n'.repeat(100);
    expect(await write(html, value, method)).toEqual({ filled: true, verifiedValue: value });
  });

  it('takes 10,000 characters', async () => {
    const value = `${'aé漢😀 word'.repeat(5)}\n`.repeat(200).slice(0, 10_000);
    expect(await write('<div contenteditable>x</div>', value, method)).toMatchObject({ filled: true });
  });
});

describe('an editable region', () => {
  it('gets a paste event, then the editing of the browser', async () => {
    document.body.innerHTML = '<div id="f" contenteditable>old</div>';
    const field = document.querySelector('#f');
    const heard: string[] = [];
    for (const type of ['paste', 'beforeinput', 'input', 'keydown']) {
      field?.addEventListener(type, (event) => {
        const selected = document.getSelection()?.toString();
        if (event instanceof ClipboardEvent)
          heard.push(`paste ${event.clipboardData?.getData('text/plain')} over ${selected}`);
        if (event instanceof InputEvent) {
          heard.push(`${type} ${event.inputType} ${event.data ?? event.dataTransfer?.getData('text/plain')}`);
        }
      });
    }
    await runInTestPage('fill', fill, {
      target: { selector: '#f' },
      value: 'new',
      method: 'paste',
      world: 'isolated',
    });
    expect(heard).toEqual(['paste new over old', 'beforeinput insertFromPaste new', 'input insertText new']);
  });

  it.each(['paste', 'beforeinput'])('whose editor handles the %s itself is left to it', async (type) => {
    document.body.innerHTML = '<div id="f" contenteditable><p>old</p></div>';
    const field = document.querySelector('#f');
    field?.addEventListener(type, (event) => {
      event.preventDefault();
      const transfer =
        event instanceof ClipboardEvent
          ? event.clipboardData
          : event instanceof InputEvent
            ? event.dataTransfer
            : null;
      const lines = transfer?.getData('text/plain').split('\n') ?? [];
      setTimeout(() => {
        field.innerHTML = lines.map((line) => `<p>${line || '<br>'}</p>`).join('');
      });
    });
    const asked = {
      target: { selector: '#f' },
      value: 'a\n\nb',
      method: 'paste',
      world: 'isolated',
    } as const;
    expect(await runInTestPage('fill', fill, asked)).toEqual({ filled: true, verifiedValue: 'a\n\nb' });
  });

  it('that refuses the paste is reported with its actual text', async () => {
    document.body.innerHTML = '<div id="f" contenteditable>old</div>';
    document.querySelector('#f')?.addEventListener('paste', (event) => event.preventDefault());
    const asked = { target: { selector: '#f' }, value: 'x', method: 'paste', world: 'isolated' } as const;
    expect(await runInTestPage('fill', fill, asked)).toEqual({
      filled: false,
      verifiedValue: 'old',
      reason: 'The page prevented the input: nothing was written.',
    });
  });

  it('is named when the target was a part of it', async () => {
    document.body.innerHTML = '<div id="f" contenteditable><p>old</p></div>';
    const asked = { target: { selector: 'p' }, value: 'x', method: 'paste', world: 'isolated' } as const;
    await expect(runInTestPage('fill', fill, asked)).rejects.toMatchObject({
      error: {
        code: 'ELEMENT_NOT_ACTIONABLE',
        details: { reason: 'not-a-field', field: { selector: '#f' } },
      },
    });
  });
});

describe('a field that leaves the page once it is entered', () => {
  const cell = '<div id="cell"><input></div>';
  const enter = (shown: string) =>
    document.body.addEventListener('change', () => document.querySelector('#cell')?.replaceChildren(shown), {
      once: true,
    });

  it('was filled if the text is in its place', async () => {
    enter('Anna');
    expect(await write(cell, 'Anna')).toEqual({ filled: true, verifiedValue: 'Anna' });
  });

  it('was not filled if something else is there', async () => {
    enter('Ann');
    expect(await write(cell, 'Anna')).toMatchObject({ filled: false, verifiedValue: '' });
  });
});
