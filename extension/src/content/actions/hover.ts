import { pointTo } from '../gestures/pointer.ts';
import { revealedPoint } from '../gestures/reveal.ts';
import { watchPage } from '../gestures/settle.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

export const hover: ContentHandler<'hover'> = async ({ params }, { announce }) => {
  const { point, hit, waitedMs } = await revealedPoint(resolveTarget(params.target), announce);
  const watch = watchPage();
  announce();
  pointTo(hit, point);
  const { stable, elapsed } = await watch.settled();
  return { hovered: true, stable, elapsed: elapsed + waitedMs };
};
