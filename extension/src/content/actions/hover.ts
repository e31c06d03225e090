import { next, step } from '@bproxy/shared';
import { revealedPoint } from '../gestures/reveal.ts';
import { showsMoreOnHover } from '../gestures/state-rules.ts';
import { pointTo } from '../mouse/pointer.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

const FOR_A_REAL_POINTER = next`A style rule of the page (:hover) shows more there, and only to a real pointer, which bproxy does not have. Most of it is in the page all the same: ${step('dom', { selector: 'SELECTOR', all: true })} lists its links, ${step('navigate', { url: 'URL' })} goes to one. A click or the keyboard focus may open it too.`;

export const hover: ContentHandler<'hover'> = async ({ params }, acting) => {
  const element = resolveTarget(params.target);
  const { point, hit, waitedMs } = await revealedPoint(element, acting);
  acting.announce(element);
  pointTo(hit, point);
  const { stable, elapsed } = await acting.settled();
  const cssHover = showsMoreOnHover(element);
  if (cssHover) acting.note({ hint: FOR_A_REAL_POINTER });
  return {
    hovered: true,
    ...(cssHover ? { cssHover } : {}),
    stable,
    elapsed: elapsed + waitedMs + acting.waitedMs,
  };
};
