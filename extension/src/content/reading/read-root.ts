import * as own from '../dom/own-properties.ts';
import { oneElement } from '../targets/by-selector.ts';

/** Where a read begins: at the one element of the selector, or at the top of what the page shows. */
export function readRoot(selector: string | undefined): Element {
  if (selector !== undefined) return oneElement(document, selector);
  return own.body(document) ?? own.documentElement(document);
}
