import { successEnvelope } from '@bproxy/shared';
import { expect, test } from 'vitest';
import type { AnyContentRequest, ContentEnvelope } from '../content-messages.ts';
import { onceById } from './rpc.ts';

function request(id: string, destructive: boolean): AnyContentRequest {
  return {
    protocol_version: 1,
    id,
    action: 'text',
    params: {},
    session: '',
    deadline: 0,
    destructive,
    target: { tabId: 1 },
  };
}

test('a request runs once in a document; a read may run again when it has ended', async () => {
  const ran: string[] = [];
  const once = onceById(async ({ id }): Promise<ContentEnvelope> => {
    ran.push(id);
    return successEnvelope(id, { text: id });
  });
  const run = (given: AnyContentRequest) =>
    once(given, { announce: () => undefined, framePlaces: async () => [] });
  const [one, two] = [run(request('a', true)), run(request('a', true))];
  expect(await one).toEqual(await two);
  await run(request('a', true));
  expect(ran).toEqual(['a']);
  await Promise.all([run(request('b', false)), run(request('b', false))]);
  await run(request('b', false));
  expect(ran).toEqual(['a', 'b', 'b']);
});
