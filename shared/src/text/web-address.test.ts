import { describe, expect, it } from 'vitest';
import { withScheme } from './web-address.ts';

describe('withScheme', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['example.com:8443/a?b#c', 'https://example.com:8443/a?b#c'],
    ['müller.de/ä', 'https://müller.de/ä'],
    ['localhost', 'http://localhost'],
    ['localhost:3000/x', 'http://localhost:3000/x'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('completes %j', (address, url) => {
    expect(withScheme(address)).toBe(url);
  });

  it.each([
    '',
    'nonsense',
    'https://example.com',
    'javascript:alert(1)',
    'javascript:1',
    'file:///etc/passwd',
    'data:text/html,x',
    'user:secret@example.com',
    'two words.com',
    'example.com/`x` y',
    '.',
  ])('leaves %j alone', (text) => {
    expect(withScheme(text)).toBeNull();
  });
});
