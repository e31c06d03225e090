import { giveFocus, keyReceiver } from '../keyboard/give-focus.ts';
import { keyTarget } from '../keyboard/press-key.ts';
import { named } from '../targets/element-names.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

export const focus: ContentHandler<'focus'> = async ({ params }, acting) => {
  const receiver = keyReceiver(resolveTarget(params.target));
  acting.announce(receiver);
  const focused = giveFocus(receiver);
  const { elapsed } = await acting.settled();
  return { focused, on: named(keyTarget()), elapsed: elapsed + acting.waitedMs };
};
