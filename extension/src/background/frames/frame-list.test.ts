import { frameName } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strict } from '../../testing/fake-chrome.ts';
import { FrameList } from './frame-list.ts';

const PAGE = { tabId: 1, frameId: 0, documentId: 'page' };
const LOOKS = { width: 300, height: 150, windowName: '', timeOrigin: 1 };

interface Fake {
  frameId: number;
  documentId: string;
  parentDocumentId?: string;
  url: string;
  errorOccurred?: boolean;
  documentLifecycle?: string;
}

let known: Fake[];
let paths: Record<string, number[]>;
let isAnyBusy: boolean;
let asked: string[];

const saidBy = (documentId: string) => ({
  frameId: known.find((frame) => frame.documentId === documentId)?.frameId ?? 90,
  documentId,
  result: { path: paths[documentId], url: `https://${documentId}.test/`, ...LOOKS },
});

beforeEach(() => {
  [isAnyBusy, asked] = [false, []];
  known = [
    { frameId: 0, documentId: 'page', url: 'https://page.test/' },
    { frameId: 5, documentId: 'second', parentDocumentId: 'page', url: 'https://second.test/' },
    { frameId: 4, documentId: 'first', parentDocumentId: 'page', url: 'https://first.test/' },
    { frameId: 6, documentId: 'inner', parentDocumentId: 'first', url: 'https://inner.test/' },
    {
      frameId: 7,
      documentId: 'shut',
      parentDocumentId: 'page',
      url: 'https://shut.test/',
      errorOccurred: true,
    },
    {
      ...{ frameId: 8, documentId: 'cached', parentDocumentId: 'page', url: 'https://cached.test/' },
      documentLifecycle: 'cached',
    },
  ];
  paths = { page: [], second: [1], first: [0], inner: [0, 0] };
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      webNavigation: strict('chrome.webNavigation', { getAllFrames: async () => known }),
      scripting: strict('chrome.scripting', {
        async executeScript({ target }: { target: { documentIds?: string[] } }) {
          const [one] = target.documentIds ?? [];
          if (one === undefined) return isAnyBusy ? new Promise(() => {}) : Object.keys(paths).map(saidBy);
          asked.push(one);
          if (one === 'second' && isAnyBusy) return new Promise(() => {});
          if (!paths[one]) throw new Error('Cannot access contents of the page.');
          return [saidBy(one)];
        },
      }),
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function list(ms = 700) {
  let last = 0;
  return new FrameList(1, Date.now() + ms, ({ frameId, documentId }) => {
    last += 1;
    return { name: frameName(last), frameId, documentId };
  });
}

const indexes = (places: Array<{ index: number; frame?: { documentId: string } }>) =>
  places.map(({ index, frame }) => [frame?.documentId, index]);

test('each frame of a document reports its index, and one that cannot be entered has none', async () => {
  const places = await list().places(PAGE);
  expect(indexes(places)).toEqual([
    ['second', 1],
    ['first', 0],
    [undefined, -1],
  ]);
  expect(places[2]).toMatchObject({ url: 'https://shut.test/', closed: 'error' });
  expect(asked).toEqual([]);
});

test('a frame that Chrome does not list is found by its way from the top', async () => {
  paths['blob'] = [0, 1];
  const frames = list();
  await frames.places(PAGE);
  expect(indexes(await frames.places({ ...PAGE, documentId: 'first' }))).toEqual([
    ['inner', 0],
    ['blob', 1],
  ]);
});

test('the frames of a later document are asked again, because they may have moved', async () => {
  const frames = list();
  await frames.places(PAGE);
  paths['inner'] = [0, 3];
  expect(indexes(await frames.places({ ...PAGE, documentId: 'first' }))).toEqual([['inner', 3]]);
  expect(asked).toEqual(['inner']);
});

test('if one frame is busy, each one is asked alone, and only that one has no place', async () => {
  isAnyBusy = true;
  const places = await list().places(PAGE);
  expect(indexes(places)).toEqual([
    [undefined, -1],
    ['first', 0],
    [undefined, -1],
  ]);
  expect(places.map(({ closed }) => closed)).toEqual(['busy', undefined, 'error']);
});

test('a document that the tab has left has no frames', async () => {
  expect(await list().places({ ...PAGE, documentId: 'before' })).toEqual([]);
});
