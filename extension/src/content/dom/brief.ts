import { cut } from './cut.ts';
import * as own from './own-properties.ts';
import { visibleText } from './visible-text.ts';

const LONGEST_TEXT = 300;
const LONGEST_DATA_URL = 100;

/** What the element shows, on one line. */
export function visibleLine(element: Element): string {
  return oneLine(visibleText(element));
}

export function oneLine(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), LONGEST_TEXT);
}

/** A `data:` URL is content, often of megabytes. All others are kept whole: a cut one would lead elsewhere. */
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
