import { placed } from '../targets/resolve-target.ts';
import { fillField } from '../writing/fill-field.ts';
import type { ContentHandler } from './handler.ts';

export const fill: ContentHandler<'fill'> = ({ params }, acting) =>
  fillField({ ...params, target: placed(params.target) }, acting);
