import type { WireResult } from '@bproxy/shared';
import { afterEach, describe, expect, test } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { select } from './select.ts';

function run(selector: string, optionText: string, announce = () => {}): Promise<WireResult<'select'>> {
  return runInTestPage('select', select, { trigger: { selector }, optionText }, { announce });
}

function native(html: string): HTMLSelectElement {
  document.body.innerHTML = html;
  const element = document.querySelector('select');
  if (!element) throw new Error('no select');
  return element;
}

function heard(element: Element): string[] {
  const events: string[] = [];
  for (const type of ['focus', 'input', 'change'])
    element.addEventListener(type, ({ bubbles, composed }) => {
      events.push([type, ...(bubbles ? ['bubbles'] : []), ...(composed ? ['composed'] : [])].join(' '));
    });
  return events;
}

const COUNTRIES =
  '<select><option value=f>France<option value=s>\n  Spain\n  (Kingdom)<option value=d disabled>Denmark<optgroup label=More disabled><option>Malta</optgroup><optgroup label=Also><option>Italy</optgroup><option hidden>Nowhere</select>';

afterEach(() => {
  document.body.innerHTML = '';
});

describe('a native select', () => {
  test.each([
    ['its text, white space apart', ' Spain  (Kingdom) ', 'Spain (Kingdom)'],
    ['another case', 'france', 'France'],
    ['one in a group', 'Italy', 'Italy'],
  ])('is set by %s', async (_, wanted, text) => {
    const element = native(COUNTRIES);
    element.selectedIndex = -1;
    const events = heard(element);
    expect(await run('select', wanted)).toEqual({ selected: true, optionText: text });
    expect(element.selectedOptions[0]?.label).toBe(text);
    expect(events).toEqual(['focus composed', 'input bubbles composed', 'change bubbles']);
  });

  test('fires no event for the option that it shows already', async () => {
    const events = heard(native(COUNTRIES));
    expect(await run('select', 'France')).toEqual({ selected: true, optionText: 'France' });
    expect(events).toEqual(['focus composed']);
  });

  test.each(['Denmark', 'Malta'])('refuses the disabled option %s', async (wanted) => {
    const element = native(COUNTRIES);
    const events = heard(element);
    await expect(run('select', wanted)).rejects.toMatchObject({
      error: { code: 'ELEMENT_NOT_ACTIONABLE', details: { reason: 'disabled', option: wanted } },
    });
    expect([element.value, events]).toEqual(['f', []]);
  });

  test('lists its options when none matches, and changes nothing', async () => {
    const events = heard(native(COUNTRIES));
    let announced = 0;
    expect(await run('select', 'Nowhere', () => (announced += 1))).toEqual({
      selected: false,
      optionText: 'Nowhere',
      options: ['France', 'Spain (Kingdom)', 'Denmark', 'Malta', 'Italy'],
    });
    expect([announced, events]).toEqual([0, []]);
  });

  test('with multiple choices adds to them', async () => {
    const element = native('<select multiple><option selected>a<option>b<option>c</select>');
    expect(await run('select', 'c')).toEqual({ selected: true, optionText: 'c' });
    expect([...element.selectedOptions].map(({ label }) => label)).toEqual(['a', 'c']);
  });

  test('with the same text twice accepts it only if both have one value', async () => {
    const element = native(
      '<select><option>-<option value=1>a<option value=1>a<option value=2>b<option value=3>b</select>',
    );
    expect(await run('select', 'a')).toEqual({ selected: true, optionText: 'a' });
    await expect(run('select', 'b')).rejects.toMatchObject({
      error: { code: 'SELECTOR_AMBIGUOUS', details: { count: 2 } },
    });
    expect(element.value).toBe('1');
  });

  test("is not set through a framework's setters on the element", async () => {
    const element = native('<select><option>a<option>b</select>');
    let writes = 0;
    for (const object of [element, ...element.options])
      for (const property of ['value', 'selectedIndex', 'selected'])
        Object.defineProperty(object, property, {
          configurable: true,
          get: () => '',
          set: () => (writes += 1),
        });
    expect(await run('select', 'b')).toEqual({ selected: true, optionText: 'b' });
    expect([writes, element.selectedOptions[0]?.label]).toEqual([0, 'b']);
  });

  test('that reverts its value is reported as not set', async () => {
    const element = native('<select><option>a<option>b</select>');
    element.addEventListener('change', () => requestAnimationFrame(() => (element.selectedIndex = 0)));
    expect(await run('select', 'b')).toEqual({ selected: false, optionText: 'b' });
  });

  test.each([
    ['redrawn with the choice', '<select id=s><option>a<option selected>b</select>', true],
    ['redrawn without it', '<select id=s><option>a<option>b</select>', false],
    ['gone', '<p>Thanks</p>', true],
  ])('that is %s afterwards', async (_, html, selected) => {
    const element = native('<select id=s><option>a<option>b</select>');
    element.addEventListener('change', () =>
      element.replaceWith(...new DOMParser().parseFromString(html, 'text/html').body.children),
    );
    expect(await run('#s', 'b')).toEqual({ selected, optionText: 'b' });
  });

  test.each([
    ['disabled', '<select disabled><option>a</select>'],
    ['disabled', '<fieldset disabled><select><option>a</select></fieldset>'],
    ['hidden', '<select style="display:none"><option>a</select>'],
    ['inert', '<div inert><select><option>a</select></div>'],
  ])('that is %s is refused', async (reason, html) => {
    native(html);
    await expect(run('select', 'a')).rejects.toMatchObject({
      error: { code: 'ELEMENT_NOT_ACTIONABLE', details: { reason } },
    });
  });

  test('in a shadow root is reached by its route', async () => {
    document.body.innerHTML = '<x-form></x-form>';
    const root = document.querySelector('x-form')?.attachShadow({ mode: 'open' });
    if (!root) throw new Error('no shadow root');
    root.innerHTML = '<select><option>a<option>b</select>';
    const trigger = { route: { hosts: [{ selector: 'x-form' }], target: 'select' } };
    expect(await runInTestPage('select', select, { trigger, optionText: 'b' })).toMatchObject({
      selected: true,
    });
    expect(root.querySelector('select')?.value).toBe('b');
  });
});

test("a field with the browser's own suggestions is refused and left to fill", async () => {
  document.body.innerHTML = '<input list=l><datalist id=l><option value=a><option value=b></datalist>';
  await expect(run('input', 'a')).rejects.toMatchObject({
    error: {
      code: 'ELEMENT_NOT_ACTIONABLE',
      suggestedAction: expect.arrayContaining([expect.objectContaining({ action: 'fill' })]),
      details: { options: ['a', 'b'] },
    },
  });
});

test('another element in the place of the trigger is refused before anything happens', async () => {
  const element = native('<select aria-label=Country><option>a<option>b</select>');
  const trigger = handleOf(element);
  const other = native('<select aria-label=Currency><option>a<option>b</select>');
  const events = heard(other);
  let announced = 0;
  const refused = async () =>
    runInTestPage('select', select, { trigger, optionText: 'b' }, { announce: () => (announced += 1) });
  await expect(refused()).rejects.toMatchObject({ error: { code: 'ELEMENT_HANDLE_STALE' } });
  expect([announced, events, other.value]).toEqual([0, [], 'a']);
});
