import { describe, expect, it } from 'vitest';
import { splitField } from './set-field.ts';

describe('splitField', () => {
  it.each([
    ['el3=Ann', 'el3', 'Ann'],
    ['#city=Cork', '#city', 'Cork'],
    ['el3=', 'el3', ''],
    ['el3=a=b', 'el3', 'a=b'],
    ['input[name=q]=tea', 'input[name=q]', 'tea'],
    ['input[name="a]=b"] > i=tea', 'input[name="a]=b"] > i', 'tea'],
    ["[data-x='it=1'][y]= two\n", "[data-x='it=1'][y]", ' two\n'],
    ['#a\\=b=c', '#a\\=b', 'c'],
  ])('reads %j', (text, target, value) => {
    expect(splitField(text)).toEqual({ target, value });
  });

  it.each(['secret', '=secret', '[a=b', 'input[name=secret]'])('refuses %j without repeating it', (text) => {
    expect(() => splitField(text)).toThrow(/^--set must be a field and its text(?!.*secret)/);
  });
});
