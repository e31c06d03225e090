import { pointTo } from '../gestures/pointer.ts';
import { revealedPoint } from '../gestures/reveal.ts';
import { watchPage } from '../gestures/settle.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

export const hover: ContentHandler<'hover'> = async ({ params }, acting) => {
  const { point, hit, waitedMs } = await revealedPoint(resolveTarget(params.target), acting);
  const watch = watchPage();
  acting.announce();
  pointTo(hit, point);
  const { stable, elapsed } = await watch.settled(acting.signal);
  return { hovered: true, stable, elapsed: elapsed + waitedMs };
};
