import { ProtocolError } from '@bproxy/shared';
import { shadowOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { ElementNames } from './element-names.ts';
import { query } from './query.ts';

const MOST_SUGGESTIONS = 5;

/** The only element that the selector matches: reading "the first of many" would be a guess. */
export function oneElement(root: Document | ShadowRoot, selector: string): Element {
  const found = [...query(root, selector)];
  const [first] = found;
  if (!first) {
    throw new ProtocolError('ELEMENT_NOT_FOUND', {
      message: `Nothing on the page matches the selector ${JSON.stringify(selector)}.`,
      details: { selector },
    });
  }
  if (found.length === 1) return first;
  const names = new ElementNames();
  throw new ProtocolError('SELECTOR_AMBIGUOUS', {
    message: `The selector ${JSON.stringify(selector)} matches ${found.length} elements.`,
    details: {
      selector,
      count: found.length,
      selectors: found.slice(0, MOST_SUGGESTIONS).flatMap((element) => {
        const target = names.targetOf(element);
        return target?.selector ?? target?.route?.target ?? [];
      }),
    },
  });
}

/**
 * All elements that the selector matches in the document and its open shadow roots, including hidden ones, in page
 * order.
 */
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

/** Where a read begins: at the only match of the selector, or at the top of the visible page. */
export function readRoot(selector: string | undefined): Element {
  if (selector !== undefined) return oneElement(document, selector);
  return own.body(document) ?? own.documentElement(document);
}
