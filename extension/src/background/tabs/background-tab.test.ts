import { ProtocolError } from '@bproxy/shared';
import { afterEach, expect, test, vi } from 'vitest';
import { strict } from '../../testing/fake-chrome.ts';
import { openInBackground } from './background-tab.ts';

interface FakeWindow {
  id: number;
  type: string;
  incognito: boolean;
}

const NORMAL: FakeWindow = { id: 3, type: 'normal', incognito: false };

function chromeWith(
  windows: FakeWindow[],
  tabs: Array<{ id: number; windowId: number; index: number }> = [],
) {
  const create = vi.fn(async (given: object) => ({ id: 99, ...given }));
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        create,
        async get(id: number) {
          const tab = tabs.find((each) => each.id === id);
          if (!tab) throw new Error(`No tab with id: ${id}.`);
          return tab;
        },
      }),
      windows: strict('chrome.windows', {
        async getLastFocused() {
          const [last] = windows;
          if (!last) throw new Error('No last-focused window');
          return last;
        },
        getAll: async () => windows,
      }),
    }),
  );
  return create;
}

afterEach(() => void vi.unstubAllGlobals());

test('a tab opens beside the newest tab of its session, in the background', async () => {
  const create = chromeWith([NORMAL], [{ id: 5, windowId: 4, index: 2 }]);
  await openInBackground('https://a.test/', 5);
  expect(create).toHaveBeenCalledWith({ url: 'https://a.test/', active: false, windowId: 4, index: 3 });
});

test('the first one opens in the window that the user was in last', async () => {
  const create = chromeWith([NORMAL, { ...NORMAL, id: 4 }]);
  await openInBackground('https://a.test/', undefined);
  expect(create).toHaveBeenCalledWith({ url: 'https://a.test/', active: false, windowId: 3 });
});

test('it opens in no popup and in no incognito window', async () => {
  const create = chromeWith([
    { ...NORMAL, incognito: true },
    { ...NORMAL, id: 4, type: 'popup' },
    { ...NORMAL, id: 6 },
  ]);
  await openInBackground('https://a.test/', 5);
  expect(create).toHaveBeenCalledWith({ url: 'https://a.test/', active: false, windowId: 6 });
});

test('a browser without a window gets none: the user is asked to open one', async () => {
  const create = chromeWith([]);
  await expect(openInBackground('https://a.test/', undefined)).rejects.toThrow(ProtocolError);
  expect(create).not.toHaveBeenCalled();
});
