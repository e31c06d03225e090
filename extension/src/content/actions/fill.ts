import { fillField } from '../dom/fill-field.ts';
import { resolveTarget } from '../dom/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

/**
 * An editor's own API is called by the background, in the page's world. Names and roles are only known here,
 * so what a handle was made for is checked here first.
 */
export const fill: ContentHandler<'fill'> = async ({ params }, { announce }) => {
  if (params.method !== 'runtime-api' || params.world !== 'main') return fillField(params, announce);
  resolveTarget(params.target);
  return { filled: false, verifiedValue: '', reason: 'Only the target was checked.' };
};
