import { cut } from '../../cut.ts';
import { capped } from '../reading/read-work.ts';
import { visibleText } from '../reading/visible-text.ts';
import { readRoot } from '../targets/by-selector.ts';
import { enteredText } from '../writing/control-value.ts';
import type { ContentHandler } from './handler.ts';

/** Far above any page that people write, and far below the limit of one message. */
const MOST_CHARS = 10_000_000;

export const text: ContentHandler<'text'> = ({ params }) => {
  const root = readRoot(params.selector);
  const all = enteredText(root) ?? visibleText(root);
  return { text: cut(all, MOST_CHARS), ...capped(all.length, MOST_CHARS) };
};
