import { expect, test } from 'vitest';
import { urlMatches } from './url-match.ts';

test.each([
  ['https://a.test/', 'https://a.test/'],
  ['https://a.test/', 'https://a.test'],
  ['https://a.test/x?q=*', 'https://a.test/x?q=*'],
  ['https://a.test/done?id=7', 'https://a.test/done*'],
  ['https://a.test/done', 'https://a.test/done*'],
  ['https://a.test/en/shop/cart', 'https://*/shop/*'],
  ['https://a.test/en/shop/cart', '*/cart'],
  ['https://a.test/a.b', '*/a.b'],
  ['https://a.test/', '*'],
  ['https://a.test/', 'a.test'],
  ['https://a.test/orders/7?done=1', '/orders/'],
  ['https://a.test/orders/7?done=1', 'done=1'],
  ['http://localhost:80/x', 'localhost:80/x'],
])('%s matches %s', (url, wanted) => {
  expect(urlMatches(url, wanted)).toBe(true);
});

test.each([
  ['https://a.test/next', 'https://a.test/'],
  ['https://a.test/', 'b.test'],
  ['https://a.test/?next=https://b.test/', 'https://b.test/'],
  ['https://a.test/axb', '*/a.b'],
  ['https://a.test/one', 'https://a.test/one*one'],
  ['https://a.test/cart?x', '*/cart'],
  ['https://a.test/b/a', 'https://*/a/*b*'],
])('%s does not match %s', (url, wanted) => {
  expect(urlMatches(url, wanted)).toBe(false);
});

test('a pattern with many stars is cheap', () => {
  expect(urlMatches(`https://a.test/${'a'.repeat(50_000)}`, `https://a.test/${'*a'.repeat(5_000)}*b`)).toBe(
    false,
  );
});
