import type { ToDaemonMessage } from '@bproxy/shared';
import { expect, test } from 'vitest';
import { FileParts } from './file-parts.ts';

function fileParts(isConnected = true) {
  const sent: ToDaemonMessage[] = [];
  return {
    sent,
    parts: new FileParts({ isConnected: () => isConnected, send: (message) => void sent.push(message) }),
  };
}

const PLACE = { id: 'a', file: 0, from: 0 };

test('a part goes to the request that asked for it', async () => {
  const { sent, parts } = fileParts();
  const [one, two] = [parts.ask(PLACE), parts.ask({ ...PLACE, from: 5 })];
  expect(sent).toEqual([
    { type: 'part-wanted', ...PLACE },
    { type: 'part-wanted', ...PLACE, from: 5 },
  ]);
  parts.came({ type: 'part', ...PLACE, from: 5, data: 'two' });
  parts.came({ type: 'part', ...PLACE, data: 'one' });
  expect(await Promise.all([one, two])).toEqual(['one', 'two']);
});

test('a part that the daemon does not have, or that the connection has lost, does not come', async () => {
  const { parts } = fileParts();
  const gone = parts.ask(PLACE);
  parts.came({ type: 'part', ...PLACE, data: null });
  expect(await gone).toBeNull();
  const lost = parts.ask(PLACE);
  parts.lost();
  expect(await lost).toBeNull();
  expect(await fileParts(false).parts.ask(PLACE)).toBeNull();
});
