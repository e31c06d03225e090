import { ProtocolError } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Pointed } from '../../content-messages.ts';
import { strict } from '../../testing/fake-chrome.ts';
import { FakePagePort } from '../../testing/fake-page-port.ts';
import { Injection } from '../page/injection.ts';
import { PagePorts } from '../page/page-ports.ts';
import type { Tools } from './handler.ts';
import { requireHuman } from './require-human.ts';

let pointed: () => Promise<Pointed>;
let badges: string[];
let notifications: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  pointed = async () => 1;
  badges = [];
  notifications = [];
  const tab = { id: 7, url: 'https://a.test/', title: 'A', status: 'complete' };
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        get: async () => tab,
        connect() {
          const port = new FakePagePort(({ id, type }) => {
            if (type === 'point') void pointed().then((value) => port.answers(id, { ok: true, value }));
          });
          return port;
        },
      }),
      webNavigation: strict('chrome.webNavigation', {
        getFrame: async () => ({ errorOccurred: false, documentId: 'd', url: tab.url }),
      }),
      scripting: strict('chrome.scripting', { executeScript: async () => [] }),
      action: strict('chrome.action', {
        setBadgeText: async ({ tabId, text }: { tabId: number; text: string }) =>
          void badges.push(`${tabId} ${text}`),
        setTitle: async ({ title }: { title: string }) => void badges.push(title),
        setBadgeBackgroundColor: async () => undefined,
      }),
      notifications: strict('chrome.notifications', {
        create: async (id: string, { message, contextMessage }: Record<string, unknown>) =>
          void notifications.push({ id, message, contextMessage }),
      }),
      runtime: strict('chrome.runtime', { getURL: (path: string) => path }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function asking(forAttach?: string) {
  const request = {
    protocol_version: 1 as const,
    id: 'r1',
    action: 'require-human' as const,
    params: { reason: 'Pay', ...(forAttach === undefined ? {} : { forAttach }) },
    session: '' as const,
    deadline: 30_000,
    destructive: true,
    target: { tabId: 7 },
  };
  const answer = requireHuman(
    request,
    strict('tools', {
      ...noTools(),
      injection: new Injection(async () => undefined),
      ports: new PagePorts(),
      signal: new AbortController().signal,
    }),
  ).catch((error: unknown) => (error instanceof ProtocolError ? error.error : error));
  await vi.advanceTimersByTimeAsync(3_000);
  return answer;
}

function noTools(): Tools {
  const none: unknown = {};
  if (!isTools(none)) throw new Error('unreachable');
  return none;
}

function isTools(value: unknown): value is Tools {
  return typeof value === 'object';
}

test('require-human shows its reason on the badge of that tab and in a notification', async () => {
  expect(await asking()).toMatchObject({
    code: 'HUMAN_REQUIRED',
    message: 'Pay',
    details: { reason: 'Pay', kind: 'manual', url: 'https://a.test/', title: 'A' },
  });
  expect(badges).toEqual(['7 you', 'bproxy waits for you here: Pay']);
  expect(notifications).toEqual([{ id: 'ask:7', message: 'Pay', contextMessage: 'a.test' }]);
});

test.each([
  ['that is there', async () => 1],
  ['of a page that does not answer', () => new Promise<never>(() => undefined)],
])('require-human asks for the field %s', async (_what, answer) => {
  pointed = answer;
  expect(await asking('#f')).toMatchObject({
    code: 'HUMAN_REQUIRED',
    details: { kind: 'attach', forAttach: '#f' },
  });
});

test.each<[Pointed, string]>([
  [0, 'ELEMENT_NOT_FOUND'],
  [3, 'SELECTOR_AMBIGUOUS'],
  ['not-a-selector', 'SCRIPT_ERROR'],
])('a field that gives %s is %s, and the user is not asked', async (answer, code) => {
  pointed = async () => answer;
  expect(await asking('#f')).toMatchObject({ code, details: { selector: '#f' } });
  expect([badges, notifications]).toEqual([[], []]);
});
