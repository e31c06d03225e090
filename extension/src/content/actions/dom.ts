import { cut } from '../../cut.ts';
import { capped } from '../reading/read-work.ts';
import { simplifiedHtml } from '../reading/simplified-html.ts';
import { readRoot } from '../targets/by-selector.ts';
import type { ContentHandler } from './handler.ts';

const DEFAULT_DEPTH = 3;
const MOST_CHARS = 200_000;

export const dom: ContentHandler<'dom'> = ({ params }) => {
  const html = simplifiedHtml(readRoot(params.selector), params.depth ?? DEFAULT_DEPTH, params.all);
  return { html: cut(html, MOST_CHARS), ...capped(html.length, MOST_CHARS) };
};
