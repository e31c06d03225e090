import type { ForwardedParams } from '@bproxy/shared';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { runInTestPage } from '../../testing/run-in-page.ts';
import * as own from '../dom/own-properties.ts';
import { fillForm } from './fill-form.ts';

vi.mock('../dom/own-properties.ts', { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

type Field = ForwardedParams<'fill-form'>['fields'][number];

function field(selector: string, value: string, more: Partial<Field> = {}): Field {
  return { target: { selector }, value, method: 'paste', world: 'isolated', ...more };
}

describe('fill-form', () => {
  it('gives a result or an error for every field, in order, and writes all it can', async () => {
    document.body.innerHTML = `<input id="a"><input id="b" disabled><input id="c" class="two"><input id="d" class="two">
      <input id="e" type="date"><input id="f" type="password"><div id="g" contenteditable>x</div>`;
    const gone = handleOf(document.createElement('input'));
    let announced = 0;
    const { results } = await runInTestPage(
      'fill-form',
      fillForm,
      {
        fields: [
          field('#a', 'one'),
          field('#b', 'two'),
          field('.two', 'three'),
          field('#missing', 'four'),
          field('#e', 'tomorrow'),
          field('p[', 'five'),
          field('#g', 'x', { method: 'runtime-api', world: 'main' }),
          { ...field('#a', 'six'), target: gone },
          field('#f', 'secret', { method: 'direct' }),
        ],
      },
      {
        announce: () => {
          announced += 1;
        },
      },
    );
    expect(results).toMatchObject([
      { target: { selector: '#a' }, filled: true, verifiedValue: 'one' },
      {
        target: { selector: '#b' },
        filled: false,
        verifiedValue: '',
        error: { code: 'ELEMENT_NOT_ACTIONABLE' },
      },
      { target: { selector: '.two' }, filled: false, error: { code: 'SELECTOR_AMBIGUOUS' } },
      { target: { selector: '#missing' }, filled: false, error: { code: 'ELEMENT_NOT_FOUND' } },
      {
        target: { selector: '#e' },
        filled: false,
        verifiedValue: '',
        reason: expect.stringContaining('YYYY-MM-DD'),
      },
      { target: { selector: 'p[' }, filled: false, error: { code: 'SCRIPT_ERROR' } },
      { target: { selector: '#g' }, filled: false, error: { code: 'UNSUPPORTED_ACTION' } },
      { target: { handle: 'el1' }, filled: false, error: { code: 'ELEMENT_HANDLE_STALE' } },
      { target: { selector: '#f' }, filled: true, verifiedValue: '••••••' },
    ]);
    expect(results[7]?.target).toEqual({ handle: 'el1' });
    expect(announced).toBe(1);
  });

  it('reports the place of a field that was named by a handle', async () => {
    document.body.innerHTML = '<input id="a">';
    const target = handleOf(document.body.children[0] ?? document.body);
    const { results } = await runInTestPage('fill-form', fillForm, {
      fields: [{ ...field('', 'one'), target }],
    });
    expect(results).toEqual([{ target: { selector: '#a' }, filled: true, verifiedValue: 'one' }]);
  });

  it('pauses between the fields, but not after the last', async () => {
    document.body.innerHTML = '<input id="a"><input id="b">';
    const times: number[] = [];
    document.body.addEventListener('input', () => times.push(performance.now()));
    const fields = [field('#a', '1'), field('#b', '2')];
    await runInTestPage('fill-form', fillForm, { fields }, { pace: { min: 400, max: 450 } });
    const ended = performance.now();
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(400);
    expect(ended - second).toBeLessThan(390);
  });

  it('stops before the deadline and names the fields that it left', async () => {
    document.body.innerHTML = '<input id="a"><input id="b"><input id="c">';
    const fields = [field('#a', '1'), field('#b', '2'), field('#c', '3')];
    const { results } = await runInTestPage(
      'fill-form',
      fillForm,
      { fields },
      { pace: { min: 60_000, max: 60_000 } },
    );
    expect(results).toMatchObject([
      { filled: true, verifiedValue: '1' },
      { target: { selector: '#b' }, filled: false, error: { code: 'TIMEOUT' } },
      { target: { selector: '#c' }, filled: false, error: { code: 'TIMEOUT' } },
    ]);
  });

  it('writes nothing more in a background tab, if its owner wants nothing done there', async () => {
    document.body.innerHTML = '<input id="a"><input id="b">';
    document.body.addEventListener('change', () => {
      vi.mocked(own.visibilityState).mockReturnValue('hidden');
    });
    const fields = [field('#a', '1'), field('#b', '2')];
    const { results } = await runInTestPage('fill-form', fillForm, { fields }, { hiddenTabs: 'refuse' });
    expect(results).toMatchObject([{ filled: true }, { filled: false, error: { code: 'TAB_NOT_VISIBLE' } }]);
  });
});
