import { shadowOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { query } from './query.ts';

/** All elements that the selector matches in the document and its open shadow roots, hidden ones too, in page order. */
export function everyMatch(page: Document, selector: string): Element[] {
  const found: Element[] = [];
  const search = (root: Document | ShadowRoot) => {
    const matches = new Set(query(root, selector));
    for (const element of own.querySelectorAll(root, '*')) {
      if (matches.has(element)) found.push(element);
      const shadow = shadowOf(element);
      if (shadow) search(shadow);
    }
  };
  search(page);
  return found;
}
