import { fillField } from '../dom/fill-field.ts';
import type { ContentHandler } from './handler.ts';

export const fill: ContentHandler<'fill'> = ({ params }, { announce }) => fillField(params, announce);
