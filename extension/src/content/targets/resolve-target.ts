import {
  type ElementRoute,
  type ElementTarget,
  type ForwardedElementTarget,
  type ForwardedHandle,
  ProtocolError,
} from '@bproxy/shared';
import type { PlacedTarget } from '../../content-messages.ts';
import { withAccessibility } from '../accessibility/accessible.ts';
import { shadowOf } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import { oneElement } from './by-selector.ts';
import { ElementNames, fingerprintOf } from './element-names.ts';
import { keptElement, refuseOther } from './kept-elements.ts';
import { query } from './query.ts';

/** The single element that a target names. Returns the element that the agent meant, or throws an error. */
export function resolveTarget(target: ForwardedHandle | PlacedTarget): Element {
  if ('handle' in target) return keptElement(target);
  if (!target.expect) return find(target);
  try {
    const element = find(target);
    refuseOther(element, target.expect);
    return element;
  } catch (thrown) {
    throw asStale(thrown);
  }
}

/** The target as a place that leads to its successor, in case the page redraws it during the action. */
export function placed(target: ForwardedElementTarget): PlacedTarget {
  if (!('handle' in target)) return target;
  const element = keptElement(target);
  const place = new ElementNames().targetOf(element);
  if (!place) throw new Error('An element that is in the page has a place.');
  return { ...place, expect: withAccessibility(() => fingerprintOf(known(element))) };
}

function find(target: ElementTarget): Element {
  if (target.route === undefined) return oneElement(document, target.selector);
  return oneElement(rootOf(target.route), target.route.target);
}

function rootOf({ hosts }: ElementRoute): ShadowRoot | Document {
  let root: ShadowRoot | Document = document;
  for (const [hostOffset, { selector, index }] of hosts.entries()) {
    const host: Element = index === undefined ? oneElement(root, selector) : nth(root, selector, index);
    const shadow: ShadowRoot | null = shadowOf(host);
    if (!shadow) {
      throw new ProtocolError('ELEMENT_NOT_FOUND', {
        message: `The element ${JSON.stringify(selector)} has no open shadow root, so nothing inside it can be reached.`,
        details: { selector, hostOffset, closedShadow: true },
      });
    }
    root = shadow;
  }
  return root;
}

function nth(root: ShadowRoot | Document, selector: string, index: number): Element {
  const found = query(root, selector)[index];
  if (found) return found;
  throw new ProtocolError('ELEMENT_NOT_FOUND', { details: { selector, index } });
}

/** For a handle, "not found" and "more than one" both mean that the page has changed since the read. */
function asStale(thrown: unknown): unknown {
  if (!(thrown instanceof ProtocolError)) return thrown;
  const { code, details } = thrown.error;
  if (code !== 'ELEMENT_NOT_FOUND' && code !== 'SELECTOR_AMBIGUOUS') return thrown;
  return new ProtocolError('ELEMENT_HANDLE_STALE', {
    message: 'The element that the handle was made for is not there any more.',
    details: { ...details, reason: code === 'ELEMENT_NOT_FOUND' ? 'gone' : 'ambiguous' },
  });
}
