import { oneElement } from './one-element.ts';
import * as own from './own-properties.ts';

/** Where a read begins: at the one element of the selector, or at the top of what the page shows. */
export function readRoot(selector: string | undefined): Element {
  if (selector !== undefined) return oneElement(document, selector);
  return own.body(document) ?? own.documentElement(document);
}
