import { oneElement } from './one-element.ts';

/** Where a read begins: at the one element of the selector, or at the top of what the page shows. */
export function readRoot(selector: string | undefined): Element {
  if (selector !== undefined) return oneElement(document, selector);
  return document.body ?? document.documentElement;
}
