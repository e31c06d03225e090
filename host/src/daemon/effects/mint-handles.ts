import { type FrameName, isFrameName, traitsOf } from '@bproxy/shared';
import * as z from 'zod';
import { type EffectInput, readData, sessionAndTab } from './effect.ts';

const documentId = z.string().min(1).max(100);
const frame = z.object({
  name: z.custom<FrameName>((value) => typeof value === 'string' && isFrameName(value)),
  frameId: z.int(),
  documentId,
});
const minted = z.object({
  read: z.number(),
  count: z.int().nonnegative(),
  again: z
    .array(z.object({ read: z.number(), numbers: z.array(z.int().positive()).max(1_000) }))
    .max(1_000)
    .exactOptional(),
  documentId,
  frame: frame.exactOptional(),
});
const minting = z.looseObject({
  minted: minted.extend({ others: z.array(minted).exactOptional() }),
});
const naming = z.looseObject({ named: z.array(frame).exactOptional() });

/** Records the frames that a read has named. `named` itself is for no caller. */
export function nameFrames(input: EffectInput): object {
  const { session, tab } = sessionAndTab(input);
  const { named, ...data } = readData(naming, input.data);
  const { context } = input;
  if (named && context.sessions.get(session.id)?.tabs.get(tab.handle) === tab) {
    context.handles.nameFrames({ session: session.id, tab: tab.handle, chrome: tab.chrome }, named);
  }
  return data;
}

const MOST_ANSWERED = 5;

/** Records which snapshot the caller has, so that the next one can be compared with it. */
export function snapshotAnswered(input: EffectInput): object {
  const { tab } = sessionAndTab(input);
  tab.answered = [...(tab.answered ?? []), input.request.id].slice(-MOST_ANSWERED);
  return mintHandles(input);
}

/** Records the handles that the page wrote into the answer of a read. `minted` itself is for no caller. */
export function mintHandles(input: EffectInput): object {
  const { session, tab } = sessionAndTab(input);
  const { minted, ...data } = readData(minting, nameFrames(input));
  const prefix = traitsOf(input.request.action).mints ?? 'el';
  const { context, request } = input;
  // The tab closed during the read: the content is still true, but no action can use its handles.
  if (context.sessions.get(session.id)?.tabs.get(tab.handle) !== tab) return data;
  const scope = { session: session.id, tab: tab.handle, chrome: tab.chrome };
  const numbers = context.handles.mint(scope, { ...minted, url: input.page.url, epoch: input.epoch });
  context.log('handle_mint', {
    id: request.id,
    session: session.id,
    tab: tab.handle,
    sourceAction: request.action,
    count: numbers.length,
    ...(numbers.length > 0
      ? { firstHandle: `${prefix}${Math.min(...numbers)}`, lastHandle: `${prefix}${Math.max(...numbers)}` }
      : {}),
  });
  return data;
}
