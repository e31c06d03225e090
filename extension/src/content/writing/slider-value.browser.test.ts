import { afterEach, expect, it } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { fill } from '../actions/fill.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

/** A slider from 0 to 100 that the arrow keys move by this step. */
function slider(step: number): HTMLElement {
  document.body.innerHTML = `<div id="volume" role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0"
    aria-valuemax="100" aria-valuenow="50" style="width:90px;height:20px"></div>`;
  const element = document.querySelector('#volume');
  if (!(element instanceof HTMLElement)) throw new Error('no slider');
  element.addEventListener('keydown', ({ key }) => {
    const moved = { ArrowRight: step, ArrowLeft: -step }[key] ?? 0;
    const value = Math.min(100, Math.max(0, Number(element.getAttribute('aria-valuenow')) + moved));
    element.setAttribute('aria-valuenow', String(value));
  });
  return element;
}

const to = (value: string, given: { signal?: AbortSignal } = {}) =>
  runInTestPage(
    'fill',
    fill,
    { target: { selector: '#volume' }, value, method: 'paste', world: 'isolated' },
    given,
  );

it.each([
  ['up', 1, '73'],
  ['down', 5, '10'],
  ['nowhere', 5, '50'],
])('a drawn slider is moved %s by the arrow keys', async (_, step, value) => {
  const element = slider(step);
  expect(await to(value)).toEqual({ filled: true, verifiedValue: value });
  expect(element.getAttribute('aria-valuenow')).toBe(value);
});

it.each([
  ['between two steps', 10, '73', '70'],
  ['beyond the end', 10, '300', '100'],
])('a drawn slider reports where it stopped: %s', async (_, step, value, held) => {
  slider(step);
  expect(await to(value)).toMatchObject({ filled: false, verifiedValue: held });
});

it('a drawn slider refuses a value that is not a number, and names its limits', async () => {
  slider(1);
  await expect(to('loud')).rejects.toMatchObject({
    error: { code: 'ELEMENT_NOT_ACTIONABLE', details: { reason: 'not-a-number', min: '0', max: '100' } },
  });
});

it('a drawn slider is not moved further after the caller has gone', async () => {
  const element = slider(1);
  const leaving = new AbortController();
  element.addEventListener('keydown', () => leaving.abort());
  await expect(to('73', { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(element.getAttribute('aria-valuenow')).toBe('51');
});
