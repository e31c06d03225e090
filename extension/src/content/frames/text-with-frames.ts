import { visibleText } from '../reading/visible-text.ts';
import { type Frame, isFrame } from './found-frames.ts';

interface TextWithFrames {
  text: string;
  /** Each frame, and the character that its text comes before. */
  frames: Array<{ element: Frame; at: number }>;
}

/** The visible text, and where the text of each frame belongs. */
export function textWithFrames(root: Element): TextWithFrames {
  // The page cannot know this word, so it cannot write it. `randomUUID` is only there on secure pages.
  const word = `frame-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const elements: Frame[] = [];
  const marked = visibleText(root, undefined, (element) => {
    if (!isFrame(element)) return undefined;
    elements.push(element);
    return word;
  });
  if (elements.length === 0) return { text: marked, frames: [] };
  const [first = '', ...rest] = marked.split(word);
  let text = first;
  const frames = elements.map((element, index) => {
    const at = text.length;
    // The mark had a line of its own.
    text += (rest[index] ?? '').replace(/^\n/, '');
    return { element, at };
  });
  return { text: text.replace(/\n$/, ''), frames };
}
