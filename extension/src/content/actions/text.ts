import { oneElement } from '../dom/one-element.ts';
import { visibleText } from '../dom/visible-text.ts';
import type { ContentHandler } from './handler.ts';

/** Far above any page that was written by people, far below what one message may carry. */
const MOST_CHARS = 10_000_000;

export const text: ContentHandler<'text'> = ({ params }) => {
  const root =
    params.selector === undefined
      ? (document.body ?? document.documentElement)
      : oneElement(document, params.selector);
  const all = root ? visibleText(root) : '';
  if (all.length <= MOST_CHARS) return { text: all };
  return { text: all.slice(0, MOST_CHARS), truncated: true, total: all.length };
};
