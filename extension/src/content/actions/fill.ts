import type { PlacedField } from '../../content-messages.ts';
import { placed } from '../targets/resolve-target.ts';
import { fillField } from '../writing/fill-field.ts';
import type { ContentHandler } from './handler.ts';

/**
 * An editor's own API is called by the background, in the page's world. What a handle stands for is only known
 * here, so here it is put into words first.
 */
export const fill: ContentHandler<'fill'> = async ({ params }, { announce }) => {
  const place = placed(params.target);
  const isOurs = params.method !== 'runtime-api' || params.world !== 'main';
  if (isOurs) return fillField({ ...params, target: place }, announce);
  const field: PlacedField = { filled: false, verifiedValue: '', place };
  return field;
};
