import type { WireResult } from '@bproxy/shared';
import { afterEach, describe, expect, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { select } from '../actions/select.ts';

function run(selector: string, optionText: string, announce = () => {}): Promise<WireResult<'select'>> {
  return runInTestPage('select', select, { trigger: { selector }, optionText }, { announce });
}

function only(selector: string): HTMLElement {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
}

interface Widget {
  options?: string[];
  /** When the options appear, after the list. */
  late?: number;
  /** Whether the trigger names its own list. */
  named?: boolean;
  disabled?: string;
  onChoice?: (text: string, trigger: HTMLElement) => unknown;
}

/** The choices that the page accepted, by trigger. */
const chosen: Record<string, string[]> = {};

/** A button that opens a list at the end of the body, as most component libraries do. */
function listButton(id: string, given: Widget = {}): void {
  const { options = ['Red', 'Green', 'Blue'], late, named = true, disabled, onChoice } = given;
  chosen[id] = [];
  document.body.insertAdjacentHTML(
    'beforeend',
    `<p><button id=${id} aria-haspopup=listbox aria-expanded=false>Choose</button></p>`,
  );
  const trigger = only(`#${id}`);
  trigger.addEventListener('click', () => {
    const open = document.querySelector(`#${id}-list`);
    trigger.setAttribute('aria-expanded', String(!open));
    if (open) return open.remove();
    if (named) trigger.setAttribute('aria-controls', `${id}-list`);
    document.body.insertAdjacentHTML(
      'beforeend',
      `<ul id=${id}-list role=listbox style="max-height:80px;overflow:auto">…</ul>`,
    );
    const list = only(`#${id}-list`);
    const fill = () => {
      list.innerHTML = options
        .map((text) => `<li role=option aria-disabled=${text === disabled}>${text}</li>`)
        .join('');
    };
    if (late === undefined) fill();
    else setTimeout(fill, late);
    list.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLElement) || target === list) return;
      const text = target.textContent ?? '';
      chosen[id]?.push(text);
      list.remove();
      trigger.setAttribute('aria-expanded', 'false');
      if (onChoice) onChoice(text, trigger);
      else trigger.textContent = text;
    });
  });
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('a button with a list at the end of the body', () => {
  test('is opened, chosen from and read back', async () => {
    listButton('a');
    const events: string[] = [];
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      document.body.addEventListener(type, ({ target }) => {
        events.push(`${type} ${target instanceof Element ? target.localName : ''}`);
      });
    let announced = 0;
    const result = await run('#a', 'Green', () => {
      expect(events).toEqual([]);
      announced += 1;
    });
    expect(result).toEqual({ selected: true, optionText: 'Green' });
    expect([chosen['a'], announced]).toEqual([['Green'], 1]);
    expect(events).toHaveLength(10);
    expect(events.slice(5)).toEqual([
      'pointerdown li',
      'mousedown li',
      'pointerup li',
      'mouseup li',
      'click li',
    ]);
  });

  test('whose options come late is waited for, and scrolled to the option', async () => {
    listButton('a', {
      late: 400,
      options: [...Array.from({ length: 30 }, (_, at) => `Colour ${at}`), 'Last'],
    });
    expect(await run('#a', 'last')).toEqual({ selected: true, optionText: 'Last' });
    expect(chosen['a']).toEqual(['Last']);
  });

  test.each([[true], [false]])('gets its own list, where two are alike (named: %s)', async (named) => {
    listButton('a', { named });
    listButton('b', { named });
    only('#a').click();
    expect(await run('#b', 'Blue')).toEqual({ selected: true, optionText: 'Blue' });
    expect(chosen).toMatchObject({ a: [], b: ['Blue'] });
    // The list of the first is still open. It is not clicked again, which would close it.
    expect(await run('#a', 'Red')).toEqual({ selected: true, optionText: 'Red' });
    expect(chosen).toMatchObject({ a: ['Red'], b: ['Blue'] });
  });

  test('that is open beside another nameless one is distinguished from it', async () => {
    listButton('a', { named: false });
    listButton('b', { named: false });
    only('#a').click();
    only('#b').click();
    expect(await run('#a', 'Red')).toEqual({ selected: true, optionText: 'Red' });
    expect(chosen).toMatchObject({ a: ['Red'], b: [] });
  });

  test('without the option lists its options, stays open, and accepts the next try', async () => {
    listButton('a', { named: false });
    const missed = await run('#a', 'Pink');
    expect(missed).toEqual({ selected: false, optionText: 'Pink', options: ['Red', 'Green', 'Blue'] });
    expect(only('#a').getAttribute('aria-expanded')).toBe('true');
    expect(await run('#a', 'Blue')).toEqual({ selected: true, optionText: 'Blue' });
  });

  test('refuses a disabled option', async () => {
    listButton('a', { disabled: 'Green' });
    await expect(run('#a', 'Green')).rejects.toMatchObject({
      error: { code: 'ELEMENT_NOT_ACTIONABLE', details: { reason: 'disabled', option: 'Green' } },
    });
    expect(chosen['a']).toEqual([]);
  });

  test('refuses to guess between two options with the same text', async () => {
    listButton('a', { options: ['Same', 'Same'] });
    await expect(run('#a', 'Same')).rejects.toMatchObject({ error: { code: 'SELECTOR_AMBIGUOUS' } });
    expect(chosen['a']).toEqual([]);
  });

  test('that does not accept the choice is reported', async () => {
    listButton('a', { onChoice: () => {} });
    only('#a').textContent = 'Not Green yet';
    expect(await run('#a', 'Green')).toEqual({ selected: false, optionText: 'Green' });
  });

  test('that reverts the choice is reported', async () => {
    listButton('a', {
      onChoice: (text, trigger) => {
        trigger.textContent = text;
        requestAnimationFrame(() => (trigger.textContent = 'Choose'));
      },
    });
    expect(await run('#a', 'Green')).toEqual({ selected: false, optionText: 'Green' });
  });

  test.each([
    ['more than the option', 'Colour: Green ▾', true],
    ['a part of the option', 'Green', true],
    ['another option', 'Greenish', false],
  ])('that then shows %s', async (_, shown, selected) => {
    const option = shown === 'Green' ? 'Green (new)' : 'Green';
    listButton('a', {
      options: ['Red', option],
      onChoice: (_text, trigger) => (trigger.textContent = shown),
    });
    expect(await run('#a', option)).toEqual({ selected, optionText: option });
  });

  test('is followed when it is redrawn, and may be gone', async () => {
    listButton('a', {
      onChoice: (text, trigger) => {
        const next = trigger.cloneNode();
        next.textContent = `${text} ▾`;
        trigger.replaceWith(next);
      },
    });
    listButton('b', { onChoice: (_, trigger) => trigger.remove() });
    expect(await run('#a', 'Green')).toEqual({ selected: true, optionText: 'Green' });
    expect(await run('#b', 'Red')).toEqual({ selected: true, optionText: 'Red' });
    expect(chosen).toMatchObject({ a: ['Green'], b: ['Red'] });
  });
});

test('options that change places under the pointer are still hit', async () => {
  listButton('a');
  only('#a').addEventListener('click', () => {
    const list = document.querySelector('#a-list');
    const again = () => list?.replaceChildren(...[...list.children].reverse());
    list?.addEventListener('mouseover', again, { once: true });
  });
  expect(await run('#a', 'Blue')).toEqual({ selected: true, optionText: 'Blue' });
  expect(chosen['a']).toEqual(['Blue']);
});

test('a list is neither searched nor pressed after the caller has gone', async () => {
  listButton('a');
  const leaving = new AbortController();
  only('#a').addEventListener('click', () => leaving.abort());
  const given = { signal: leaving.signal };
  const params = { trigger: { selector: '#a' }, optionText: 'Green' };
  await expect(runInTestPage('select', select, params, given)).rejects.toMatchObject({ name: 'AbortError' });
  expect(chosen['a']).toEqual([]);
});
