import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyContentRequest, FromPage, ToPage } from '../content-messages.ts';
import { FakeEvent } from '../testing/fake-chrome.ts';
import { listenForActions } from './rpc.ts';

const REQUEST = {
  protocol_version: 1 as const,
  id: 'r',
  session: '' as const,
  destructive: true,
  target: { tabId: 1 },
};

let said: FromPage[];
let hear: (message: ToPage) => void;
let hangUp: () => void;
let clicks: number;

beforeEach(() => {
  [said, clicks] = [[], 0];
  const onConnect = new FakeEvent<[object]>();
  vi.stubGlobal('chrome', { runtime: { id: 'bproxy', onConnect } });
  globalThis.bproxyListens = undefined;
  listenForActions();
  const onMessage = new FakeEvent<[ToPage]>();
  const onDisconnect = new FakeEvent<[]>();
  // The page of the tests is in a frame, and nothing is in its way.
  const postMessage = (message: FromPage) => {
    if (message.type !== 'above?') said.push(message);
    else queueMicrotask(() => hear({ id: message.id, type: 'above', barrier: null }));
  };
  onConnect.fire({ sender: { id: 'bproxy' }, onMessage, onDisconnect, postMessage });
  hear = (message) => onMessage.fire(message);
  hangUp = () => onDisconnect.fire();
  addEventListener('click', countClick);
});

afterEach(() => {
  removeEventListener('click', countClick);
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

function countClick(): void {
  clicks += 1;
}

/** The button moves, so an action waits until it stops. */
function clickOnMovingButton(): ToPage {
  document.body.innerHTML = '<button style="width: 80px; height: 30px">Go</button>';
  document.querySelector('button')?.animate([{ translate: 0 }, { translate: '90px' }], { duration: 150 });
  const request: AnyContentRequest = {
    ...REQUEST,
    deadline: Date.now() + 20_000,
    action: 'click',
    params: { target: { selector: 'button' } },
  };
  return { id: 1, type: 'run', request };
}

async function answered(): Promise<void> {
  await vi.waitFor(() => expect(said.at(-1)?.type).toBe('answer'), { timeout: 10_000 });
}

test('an action reports that it acts, then answers', async () => {
  hear(clickOnMovingButton());
  await answered();
  expect(clicks).toBe(1);
  expect(said.map(({ id, type }) => `${id} ${type}`)).toEqual(['1 acting', '1 answer']);
  expect(said[1]).toMatchObject({ answer: { ok: true, value: { data: { clicked: true } } } });
});

test.each([
  ['is cancelled', () => hear({ id: 1, type: 'cancel' })],
  ['has lost its port', () => hangUp()],
])('an action that %s before it has begun does nothing', async (_how, end) => {
  hear(clickOnMovingButton());
  end();
  await answered();
  expect(clicks).toBe(0);
  expect(said).toMatchObject([{ id: 1, type: 'answer', answer: { ok: false } }]);
});

test('a cancelled request ends alone', async () => {
  hear(clickOnMovingButton());
  hear({ id: 2, type: 'cancel' });
  await answered();
  expect(clicks).toBe(1);
});

test('a form fill stops and leaves the form unchanged when its port closes', async () => {
  document.body.innerHTML = '<input id="a"><input id="b">';
  const fields = ['a', 'b'].map((id) => ({
    target: { selector: `#${id}` },
    value: 'new',
    method: 'direct' as const,
    world: 'isolated' as const,
  }));
  const request: AnyContentRequest = {
    ...REQUEST,
    deadline: Date.now() + 20_000,
    action: 'fill-form',
    params: { fields },
    pace: { min: 100, max: 100 },
  };
  hear({ id: 1, type: 'run', request });
  await vi.waitFor(() => expect(said[0]?.type).toBe('acting'));
  hangUp();
  await answered();
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['new', '']);
});

test('a look gets its own kind of answer', async () => {
  document.body.innerHTML = '<p id="here">Hello</p>';
  hear({ id: 7, type: 'look', condition: { strategy: 'selector', target: '#here' } });
  await answered();
  expect(said).toEqual([{ id: 7, type: 'answer', answer: { ok: true, value: 'met' } }]);
});
