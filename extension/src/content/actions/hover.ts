import { pointTo } from '../dom/pointer.ts';
import { resolveTarget } from '../dom/resolve-target.ts';
import { revealedPoint } from '../dom/reveal.ts';
import { watchPage } from '../dom/settle.ts';
import type { ContentHandler } from './handler.ts';

export const hover: ContentHandler<'hover'> = async ({ params }, { announce }) => {
  const { point, hit, waitedMs } = await revealedPoint(resolveTarget(params.target), announce);
  const watch = watchPage();
  announce();
  pointTo(hit, point);
  const { stable, elapsed } = await watch.settled();
  return { hovered: true, stable, elapsed: elapsed + waitedMs };
};
