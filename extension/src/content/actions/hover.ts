import { actionPoint } from '../dom/actionability.ts';
import { pointTo } from '../dom/pointer.ts';
import { resolveTarget } from '../dom/resolve-target.ts';
import { settle } from '../dom/settle.ts';
import type { ContentHandler } from './handler.ts';

export const hover: ContentHandler<'hover'> = async ({ params }, { announce }) => {
  const { point, hit } = await actionPoint(resolveTarget(params.target));
  announce();
  pointTo(hit, point);
  return { hovered: true, ...(await settle()) };
};
