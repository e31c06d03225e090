import type { Heading, Landmark } from '@bproxy/shared';
import { levelOf, nameOf, roleOf, withAccessibility } from '../accessibility/accessible.ts';
import { tagOf } from '../dom/element-facts.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { type Frame, isFrame, reportFrames } from '../frames/found-frames.ts';
import { oneLine, visibleLine } from '../reading/brief.ts';
import { capped } from '../reading/read-work.ts';
import { readRoot } from '../targets/by-selector.ts';
import { isShown } from '../visibility/shown.ts';
import type { ContentHandler } from './handler.ts';

const MOST_OF_A_KIND = 300;
const DEFAULT_LEVEL = 2;

const LANDMARKS = new Set('banner complementary contentinfo form main navigation region search'.split(' '));
/** Without a name they mark nothing: the W3C counts them as landmarks only when named. */
const NEED_NAMES = new Set(['form', 'region']);

interface Found {
  landmarks: Landmark[];
  headings: Heading[];
  frames: Frame[];
}

export const outline: ContentHandler<'outline'> = async (_, tools) => {
  const { frames, ...read } = withAccessibility(() => {
    const found: Found = { landmarks: [], headings: [], frames: [] };
    for (const element of renderedElements(readRoot(undefined))) {
      try {
        collect(element, found);
      } catch {
        // A page can break one element, for example through the names of a form's fields. The others are worth reading.
      }
    }
    const { landmarks, headings, frames } = found;
    const total = landmarks.length + headings.length + frames.length;
    const most = [landmarks, headings, frames].some((kind) => kind.length > MOST_OF_A_KIND)
      ? MOST_OF_A_KIND
      : total;
    return {
      landmarks: landmarks.slice(0, MOST_OF_A_KIND),
      headings: headings.slice(0, MOST_OF_A_KIND),
      frames: frames.slice(0, MOST_OF_A_KIND),
      ...capped(total, most),
    };
  });
  await reportFrames(frames, tools);
  return read;
};

function collect(element: Element, { landmarks, headings, frames }: Found): void {
  if (isFrame(element)) {
    frames.push(element);
    return;
  }
  const role = roleOf(element);
  const isHeading = role === 'heading';
  if (!(isHeading || LANDMARKS.has(role)) || !isShown(element)) return;
  if (isHeading) {
    const text = visibleLine(element) || oneLine(nameOf(element));
    if (text) headings.push({ level: levelOf(element) || DEFAULT_LEVEL, text });
    return;
  }
  const label = oneLine(nameOf(element));
  if (label || !NEED_NAMES.has(role)) {
    landmarks.push({ tag: tagOf(element), role, ...(label ? { label } : {}) });
  }
}
