import { attributeOf, tagOf } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { spend } from '../reading/read-work.ts';
import { referenced } from './name-work.ts';

export interface OwnedElements {
  /** The children that the element takes from elsewhere through `aria-owns`. */
  of(element: Element): readonly Element[];
  /** Whether it is read at its owner, and not here. */
  isElsewhere(element: Element): boolean;
}

const STEPS_OF_OWNED = 10;
const NONE: readonly Element[] = [];
/** Nothing is read inside them. */
const WITHOUT_CHILDREN = new Set(['input', 'select', 'textarea', 'img', 'iframe', 'frame', 'br']);

/**
 * Each element has at most one owner, and no element can own its ancestor. An owner that is not read below the root
 * takes nothing away. Undefined if nothing is owned, which is the usual case.
 */
export function ownedElements(root: Element): OwnedElements | undefined {
  const ownedBy = new Map<Element, Element[]>();
  const owners = new Map<Element, Element>();
  for (const owner of own.querySelectorAll(document, '[aria-owns]')) {
    const above = WITHOUT_CHILDREN.has(tagOf(owner)) ? undefined : readAbove(owner, root, owners);
    if (!above) continue;
    const owned = referenced(owner, 'aria-owns').filter((element) => {
      const isFree = element !== root && !owners.has(element) && !above.has(element);
      if (!isFree || !spend(STEPS_OF_OWNED) || readAbove(element, owner, owners)) return false;
      owners.set(element, owner);
      return true;
    });
    ownedBy.set(owner, owned);
  }
  if (owners.size === 0) return undefined;
  return { of: (element) => ownedBy.get(element) ?? NONE, isElsewhere: (element) => owners.has(element) };
}

/** The element and its ancestors up to the root, as they are read. Undefined if it is not read there. */
function readAbove(element: Element, root: Element, owners: Map<Element, Element>): Set<Element> | undefined {
  const above = new Set<Element>();
  if (!known(element).isVisible) return undefined;
  for (let at: Element | null = element; at; at = owners.get(at) ?? renderedParent(at)) {
    if (attributeOf(at, 'aria-hidden') === 'true' || attributeOf(at, 'inert') !== null) return undefined;
    above.add(at);
    if (at === root) return above;
  }
  return undefined;
}
