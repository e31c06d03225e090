import { cut } from '../../cut.ts';
import * as own from '../dom/own-properties.ts';
import { CHARS_PER_STEP, MOST_STEPS_OF_NAME, noteCutName, spend } from './read-work.ts';
import { visibleText } from './visible-text.ts';

const LONGEST_TEXT = 300;
/** Checking whether a node is shown takes longer than naming it. */
const STEPS_OF_NODE = 3;
const LONGEST_DATA_URL = 100;

/** The visible text of the element on one line, or its beginning if the whole text would take too much work. */
export function visibleLine(element: Element): string {
  let left = MOST_STEPS_OF_NAME;
  let isCut = false;
  const text = visibleText(element, (node) => {
    const steps = STEPS_OF_NODE + lengthOf(node) / CHARS_PER_STEP;
    // The first text is worth having, however long it is.
    isCut = left < 0 || !spend(steps);
    left -= steps;
    return isCut;
  });
  if (isCut) noteCutName();
  return oneLine(text);
}

function lengthOf(node: Node | string): number {
  return typeof node === 'string' || node instanceof Text ? node.length : 0;
}

export function oneLine(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), LONGEST_TEXT);
}

/** A `data:` URL is content, often of megabytes. All others stay whole, because a cut URL would lead elsewhere. */
export function briefUrl(url: string): string {
  return url.startsWith('data:') ? cut(url, LONGEST_DATA_URL) : url;
}

/** The URL as the browser would resolve it in this page. */
export function absoluteUrl(url: string): string {
  try {
    return new URL(url, own.baseURI(document)).href;
  } catch {
    return url;
  }
}
