import { attributeOf } from './element-facts.ts';
import * as own from './own-properties.ts';

export interface OwnedElements {
  /** What the element takes as its children from elsewhere, by `aria-owns`. */
  of(element: Element): readonly Element[];
  /** Whether it is read where its owner stands, and not here. */
  isElsewhere(element: Element): boolean;
}

const NONE: readonly Element[] = [];

/** Each element has one owner at most, and none can own what it stands in. Undefined if nothing is owned, as mostly. */
export function ownedElements(root: Document): OwnedElements | undefined {
  const ownedBy = new Map<Element, Element[]>();
  const taken = new Set<Element>();
  for (const owner of own.querySelectorAll(root, '[aria-owns]')) {
    const ids = (attributeOf(owner, 'aria-owns') ?? '').split(/\s+/).filter((id) => id !== '');
    const owned = ids.flatMap((id) => {
      const element = own.getElementById(root, id);
      if (!element || own.contains(element, owner) || own.contains(owner, element) || taken.has(element))
        return [];
      taken.add(element);
      return [element];
    });
    if (owned.length > 0) ownedBy.set(owner, owned);
  }
  if (taken.size === 0) return undefined;
  return { of: (element) => ownedBy.get(element) ?? NONE, isElsewhere: (element) => taken.has(element) };
}
