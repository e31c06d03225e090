import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten } from './shorten.ts';

const json = (entry: unknown) => JSON.stringify(entry);

describe('shorten', () => {
  it('leaves alone what fits', () => {
    const data = { text: 'one\ntwo', links: [] };
    expect(shorten(data, 7, json)).toEqual({ data, whole: 'one\ntwo\n\n' });
  });

  it('cuts a text at the end of a line, and counts its characters', () => {
    expect(shorten({ text: 'one\ntwo\nthree' }, 9, json)).toEqual({
      data: { text: 'one\ntwo', truncated: true, total: 13 },
      shown: 'lines 1 to 2 of 3',
      whole: 'one\ntwo\nthree\n',
    });
  });

  it('cuts within a line if that alone is too long, and never within a character', () => {
    expect(shorten({ text: 'ab😀cd' }, 3, json)).toMatchObject({
      data: { text: 'ab' },
      shown: 'the first 2 of 6 characters',
    });
  });

  it('says how many rows of a table come after the cut', () => {
    const rows = Array.from({ length: 400 }, (_, n) => ` row "${n}" | "x"`);
    const tree = ['heading "Orders"', 'table "All"', ...rows, 'button "More"'].join('\n');
    const { data, shown } = shorten({ tree, nodeCount: 403 }, 300, json);
    expect(String(data['tree']).endsWith(' row "16" | "x"')).toBe(true);
    expect(data).toMatchObject({ nodeCount: 19, total: 403 });
    expect(shown).toBe('lines 1 to 19 of 403, 383 more rows follow');
  });

  it('counts the items of the longest list around the cut', () => {
    const items = Array.from({ length: 20 }, (_, n) => [' -', `  paragraph "${n}"`, '  button "Buy"']).flat();
    const { shown } = shorten({ tree: ['list', ...items].join('\n'), nodeCount: 61 }, 100, json);
    expect(shown).toMatch(/^lines 1 to \d+ of 61, 1\d more items follow$/);
  });

  it('cuts a list between two entries, and keeps the total that the page counted', () => {
    const links = ['a', 'b', 'c'].map((text) => ({ text }));
    expect(shorten({ links, truncated: true, total: 900 }, 26, json)).toEqual({
      data: { links: links.slice(0, 2), truncated: true, total: 900 },
      shown: 'the first 2 of 3 links',
      whole: '{"text":"a"}\n{"text":"b"}\n{"text":"c"}\n',
    });
  });

  it('cuts the later of several lists first', () => {
    const [landmarks, headings] = [[{ role: 'main' }], [{ text: 'x' }, { text: 'y' }]];
    const { data, shown } = shorten({ landmarks, headings }, 33, json);
    expect(data).toEqual({ landmarks, headings: [{ text: 'x' }], truncated: true, total: 3 });
    expect(shown).toBe('the first 1 of 2 headings');
  });

  it('never shows more than the limit, and always the beginning of the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })), fc.nat(80), (lines, limit) => {
        const text = lines.join('\n');
        const part = String(shorten({ text }, limit, json).data['text']);
        expect(part.length).toBeLessThanOrEqual(Math.max(limit, 0));
        expect(text.startsWith(part)).toBe(true);
        expect(part).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});
