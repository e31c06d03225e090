import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { objectsToLeaving } from './leaving.ts';

let hasBeenActive: boolean;
let heard: number;

beforeEach(() => {
  [hasBeenActive, heard] = [true, 0];
  vi.spyOn(navigator, 'userActivation', 'get').mockImplementation(() => ({ hasBeenActive, isActive: false }));
});

afterEach(() => {
  window.onbeforeunload = null;
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

function listen(handler: (event: BeforeUnloadEvent) => void): () => void {
  const counted = (event: BeforeUnloadEvent) => {
    heard += 1;
    handler(event);
  };
  addEventListener('beforeunload', counted);
  return () => removeEventListener('beforeunload', counted);
}

test.each<[string, (event: BeforeUnloadEvent) => void, boolean]>([
  ['lets it go', () => {}, false],
  ['prevents the default', (event) => event.preventDefault(), true],
  ['sets a return value', (event) => Object.assign(event, { returnValue: 'Stay?' }), true],
])('a page that %s', (_, handler, objects) => {
  const stop = listen(handler);
  expect(objectsToLeaving()).toBe(objects);
  expect(heard).toBe(1);
  stop();
});

test('a handler that returns a text objects', () => {
  window.onbeforeunload = () => 'Stay?';
  expect(objectsToLeaving()).toBe(true);
  window.onbeforeunload = () => undefined;
  expect(objectsToLeaving()).toBe(false);
});

test('a page that the user has never used is not asked, as Chrome would not ask it', () => {
  hasBeenActive = false;
  const stop = listen((event) => event.preventDefault());
  expect(objectsToLeaving()).toBe(false);
  expect(heard).toBe(0);
  stop();
});

test('a page whose elements are named after methods is asked all the same', () => {
  document.body.innerHTML = '<img name="createEvent"><form name="dispatchEvent"></form>';
  const stop = listen((event) => event.preventDefault());
  expect(objectsToLeaving()).toBe(true);
  stop();
});
