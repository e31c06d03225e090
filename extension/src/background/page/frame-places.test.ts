import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strict } from '../../testing/fake-chrome.ts';
import { framePlaces } from './frame-places.ts';

const PAGE = { tabId: 1, frameId: 0, documentId: 'page' };
let entered: string[];
let top: string;

beforeEach(() => {
  [entered, top] = [[], 'page'];
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      webNavigation: strict('chrome.webNavigation', {
        getAllFrames: async () => [
          { frameId: 0, documentId: top, url: 'https://a.test/' },
          { frameId: 5, documentId: 'second', parentDocumentId: 'page', url: 'https://b.test/' },
          { frameId: 4, documentId: 'first', parentDocumentId: 'page', url: 'https://c.test/' },
          { frameId: 6, documentId: 'inner', parentDocumentId: 'first', url: 'https://d.test/' },
          { frameId: 7, documentId: 'shut', parentDocumentId: 'page', url: 'chrome-error://x/' },
          { frameId: 8, documentId: 'stuck', parentDocumentId: 'page', url: 'https://e.test/' },
        ],
      }),
      scripting: strict('chrome.scripting', {
        async executeScript({ target: { documentIds } }: { target: { documentIds: string[] } }) {
          entered.push(...documentIds);
          if (documentIds[0] === 'shut') throw new Error('Cannot access contents of the page.');
          if (documentIds[0] === 'stuck') return new Promise(() => undefined);
          return [{ result: ['first', 'second'].indexOf(documentIds[0] ?? '') }];
        },
      }),
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

test('each frame reports its index in the page, and a frame that does not answer has no place', async () => {
  expect(await framePlaces(PAGE, Date.now() + 700)).toEqual([
    { index: 1, url: 'https://b.test/' },
    { index: 0, url: 'https://c.test/' },
  ]);
  expect(entered).toEqual(['second', 'first', 'shut', 'stuck']);
});

test('no frame is entered once the tab has another document', async () => {
  top = 'the next page';
  expect(await framePlaces(PAGE, Date.now() + 700)).toEqual([]);
  expect(entered).toEqual([]);
});
