import { afterEach, describe, expect, it, vi } from 'vitest';
import * as own from '../dom/own-properties.ts';
import { labelsOf, withQuickLabels } from './quick-labels.ts';

vi.mock('../dom/own-properties.ts', { spy: true });

const FIELDS = 'button, input, meter, output, progress, select, textarea';

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

function fields(root: Document | ShadowRoot = document): Element[] {
  return [...root.querySelectorAll(FIELDS)];
}

describe('within a read, fields have the labels that Chrome gives them', () => {
  it.each([
    ['around', '<label>A <input></label>'],
    ['by id', '<label for="a">A</label><input id="a"><label for="a">B</label>'],
    ['of nobody', '<label for="gone">A</label><label>B</label><input>'],
    ['with two fields', '<label>A <input><select></select></label>'],
    ['around one field and for another', '<label for="b">A <input id="a"></label><input id="b">'],
    ['for what is no field', '<label for="d">A <input></label><div id="d"></div>'],
    ['of a hidden field', '<label for="h">A</label><input type="hidden" id="h">'],
    [
      'of all kinds',
      '<label>1<button></button></label><label>2<meter></meter></label><label>3<output></output></label><label>4<progress></progress></label><label>5<textarea></textarea></label>',
    ],
  ])('%s', (_what, html) => {
    document.body.innerHTML = html;
    const native = fields().map(labelsOf);
    expect(withQuickLabels(() => fields().map(labelsOf))).toEqual(native);
  });

  it('in a shadow root, from that root alone', () => {
    document.body.innerHTML = '<label for="a">Outside</label><div></div>';
    const shadow = document.querySelector('div')?.attachShadow({ mode: 'open' });
    if (!shadow) throw new Error('no shadow root');
    shadow.innerHTML = '<label for="a">Inside</label><input id="a">';
    const texts = withQuickLabels(() =>
      fields(shadow)
        .flatMap(labelsOf)
        .map((label) => label.textContent),
    );
    expect(texts).toEqual(['Inside']);
  });

  it('with one walk, however many there are', () => {
    document.body.innerHTML = '<label>A <input></label>'.repeat(200);
    const all = fields();
    vi.mocked(own.querySelectorAll).mockClear();
    expect(withQuickLabels(() => all.map(labelsOf)).flat()).toHaveLength(200);
    expect(own.querySelectorAll).toHaveBeenCalledTimes(1);
  });
});

it('the cache of labels ends with the read, even a failed one: labels added afterwards count', () => {
  document.body.innerHTML = '<input id="a">';
  expect(() =>
    withQuickLabels(() => {
      expect(fields().flatMap(labelsOf)).toEqual([]);
      throw new Error('broken');
    }),
  ).toThrow('broken');
  document.body.insertAdjacentHTML('beforeend', '<label for="a">A</label>');
  expect(fields().flatMap(labelsOf)).toHaveLength(1);
});
