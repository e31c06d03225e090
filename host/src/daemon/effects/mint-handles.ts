import { traitsOf } from '@bproxy/shared';
import * as z from 'zod';
import { type EffectInput, readData, sessionAndTab } from './effect.ts';

const minting = z.looseObject({ minted: z.object({ read: z.number(), count: z.int().nonnegative() }) });

/** Gives the elements of a read their handles; `minted` itself stays here. */
export function mintHandles(input: EffectInput): object {
  const { session, tab } = sessionAndTab(input);
  const { minted, ...data } = readData(minting, input.data);
  const prefix = traitsOf(input.request.action).mints ?? 'el';
  const { context, request } = input;
  // Closed while it was read: what it showed is still true, but nobody can act on it.
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
  return withHandles(data, handles);
}

/** Lists get a handle on each entry; the lines of a snapshot carry theirs already. */
function withHandles(data: Record<string, unknown>, handles: string[]): object {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) =>
      Array.isArray(value)
        ? [key, value.map((entry, index) => withHandle(entry, handles[index]))]
        : [key, value],
    ),
  );
}

function withHandle(entry: unknown, handle: string | undefined): unknown {
  return typeof entry === 'object' && entry !== null && handle ? { ...entry, handle } : entry;
}
