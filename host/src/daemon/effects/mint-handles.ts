import { traitsOf } from '@bproxy/shared';
import * as z from 'zod';
import { type EffectInput, readData, sessionAndTab } from './effect.ts';

const minting = z.looseObject({
  minted: z.object({
    read: z.number(),
    count: z.int().nonnegative(),
    documentId: z.string().min(1).max(100),
  }),
});

/** Records the handles that the page wrote into the answer of a read. `minted` itself is for no caller. */
export function mintHandles(input: EffectInput): object {
  const { session, tab } = sessionAndTab(input);
  const { minted, ...data } = readData(minting, input.data);
  const prefix = traitsOf(input.request.action).mints ?? 'el';
  const { context, request } = input;
  // The tab closed during the read: the content is still true, but no action can use its handles.
  if (context.sessions.get(session.id)?.tabs.get(tab.handle) !== tab) return data;
  const scope = { session: session.id, tab: tab.handle, chrome: tab.chrome };
  const handles = context.handles.mint(scope, prefix, {
    ...minted,
    action: request.action,
    url: input.page.url,
    epoch: input.epoch,
  });
  context.log('handle_mint', {
    id: request.id,
    session: session.id,
    tab: tab.handle,
    sourceAction: request.action,
    count: handles.length,
    firstHandle: handles[0],
    lastHandle: handles.at(-1),
  });
  return data;
}
