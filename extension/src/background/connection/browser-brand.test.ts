import { expect, test } from 'vitest';
import { pickBrand } from './browser-brand.ts';

const brand = (name: string) => ({ brand: name, version: '156' });

test.each([
  [['Not;A=Brand', 'Chromium', 'Google Chrome'], 'Google Chrome'],
  [['Chromium', 'Not)A;Brand', 'Microsoft Edge'], 'Microsoft Edge'],
  [['Not A(Brand', 'Chromium'], 'Chromium'],
  [[], 'Chromium'],
])('%j', (names, expected) => {
  expect(pickBrand(names.map(brand)).brand).toBe(expected);
});
