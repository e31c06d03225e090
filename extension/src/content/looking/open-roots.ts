import { shadowOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';

/** The document and its open shadow roots, the outer ones first. */
export function* openRoots(): Generator<Document | ShadowRoot> {
  const roots: Array<Document | ShadowRoot> = [document];
  for (const root of roots) {
    yield root;
    for (const element of own.querySelectorAll(root, '*')) {
      const shadow = shadowOf(element);
      if (shadow) roots.push(shadow);
    }
  }
}

export function isSelector(text: string): boolean {
  try {
    own.querySelector(new DocumentFragment(), text);
    return true;
  } catch {
    return false;
  }
}
