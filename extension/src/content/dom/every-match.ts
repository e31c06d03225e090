import { ProtocolError } from '@bproxy/shared';
import { shadowOf } from './element-facts.ts';

/** All elements that the selector matches in the document and its open shadow roots, hidden ones too, in page order. */
export function everyMatch(page: Document, selector: string): Element[] {
  const found: Element[] = [];
  const search = (root: Document | ShadowRoot) => {
    const matches = new Set(query(root, selector));
    for (const element of root.querySelectorAll('*')) {
      if (matches.has(element)) found.push(element);
      const shadow = shadowOf(element);
      if (shadow) search(shadow);
    }
  };
  search(page);
  return found;
}

function query(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  try {
    return root.querySelectorAll(selector);
  } catch (error) {
    throw new ProtocolError('SCRIPT_ERROR', {
      message: `${JSON.stringify(selector)} is not a CSS selector.`,
      suggestedAction: 'Correct the selector.',
      details: { selector, cause: error instanceof Error ? error.message : String(error) },
    });
  }
}
