import { expect, test } from 'vitest';
import { isAccepted } from './accepted-files.ts';

const PNG = { name: 'a.PNG', type: 'image/png' };
const CSV = { name: 'a.csv', type: 'text/csv' };
const ODD = { name: 'a.odd', type: '' };

test.each([
  ['', ODD, true],
  ['image/*', PNG, true],
  ['image/*', CSV, false],
  ['.png', PNG, true],
  [' .jpg , .PNG ', PNG, true],
  ['.jpg', PNG, false],
  ['application/csv', CSV, true],
  ['image/jpg', { name: 'a.jpeg', type: 'image/jpeg' }, true],
  ['application/pdf, .odd', ODD, true],
  ['application/pdf', ODD, false],
  ['*/*', ODD, true],
  // Chrome ignores what is neither an ending nor a type.
  ['png', CSV, true],
])('accept="%s" and %j: %s', (accept, file, expected) => {
  expect(isAccepted(file, accept)).toBe(expected);
});
