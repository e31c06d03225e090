import {
  type ExecutionWorld,
  type FillMethod,
  type ForwardedParams,
  next,
  ProtocolError,
  param,
} from '@bproxy/shared';
import type { Words } from './main-world/words-in-text.ts';

/** Each method writes in one world only. bproxy chooses for the caller only if it is asked to. */
export function refuseWrongWorld(method: FillMethod, world: ExecutionWorld | undefined): void {
  if (method === 'auto') return;
  const needed = method === 'runtime-api' ? 'main' : 'isolated';
  if (world === needed) return;
  throw new ProtocolError('SCRIPT_ERROR', {
    message: `The method ${method} works in the world ${needed}, not in ${world ?? 'none'}.`,
    suggestedAction: next`Repeat with ${param({ world: needed })}.`,
    retry: 'never',
    details: { method, world, needed },
  });
}

/** Where the text joins the one that is there. Undefined if it replaces that one. */
export function edgeOf({ append, prepend }: { append?: boolean; prepend?: boolean }) {
  if (append) return 'end';
  return prepend ? 'start' : undefined;
}

/** The words that `select-text` means. */
export function wordsIn({ text, from, to, occurrence }: ForwardedParams<'select-text'>): Words {
  return {
    find: text ?? from ?? '',
    ...(to === undefined ? {} : { to }),
    ...(occurrence === undefined ? {} : { occurrence }),
  };
}
