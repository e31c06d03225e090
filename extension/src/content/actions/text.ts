import { cut } from '../../cut.ts';
import { reportFrames } from '../frames/found-frames.ts';
import { textWithFrames } from '../frames/text-with-frames.ts';
import { capped } from '../reading/read-work.ts';
import { readRoot } from '../targets/by-selector.ts';
import { enteredText } from '../writing/control-value.ts';
import type { ContentHandler } from './handler.ts';

/** Far above any page that people write, and far below the limit of one message. */
const MOST_CHARS = 10_000_000;

export const text: ContentHandler<'text'> = async ({ params }, tools) => {
  const root = readRoot(params.selector);
  const entered = enteredText(root);
  const { text: all, frames } = entered === undefined ? textWithFrames(root) : { text: entered, frames: [] };
  const read = { text: cut(all, MOST_CHARS), ...capped(all.length, MOST_CHARS) };
  await reportFrames(frames, tools);
  return read;
};
