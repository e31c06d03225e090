import type { ForwardedElementTarget } from '@bproxy/shared';
import type { PlacedTarget } from '../../content-messages.ts';
import { roleOf } from '../accessibility/accessible.ts';
import { tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { placed, resolveTarget } from './resolve-target.ts';

export interface FollowedTarget {
  readonly first: Element;
  /** The element, or the one that the page has since drawn in its place. Null if there is none. */
  now(): Element | null;
}

/** Frameworks redraw an element when its value changes. The same place must then lead to its successor. */
export function followTarget(target: ForwardedElementTarget): FollowedTarget {
  const whereItIs = placed(target);
  const first = resolveTarget(whereItIs);
  const [tag, role] = [tagOf(first), roleOf(first)];
  // Its name is often its value, so the handle's fingerprint matches only until the action has changed it.
  const { expect: _, ...place } = whereItIs;
  let current = first;
  const now = () => {
    if (own.isConnected(current)) return current;
    const successor = found(place);
    if (!successor || tagOf(successor) !== tag || roleOf(successor) !== role) return null;
    current = successor;
    return current;
  };
  return { first, now };
}

function found(target: PlacedTarget): Element | null {
  try {
    return resolveTarget(target);
  } catch {
    return null;
  }
}
