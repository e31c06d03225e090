import {
  type ElementFingerprint,
  type ElementRoute,
  type ForwardedElementTarget,
  ProtocolError,
} from '@bproxy/shared';
import { withAccessibility } from './accessible.ts';
import { shadowOf } from './element-facts.ts';
import { fingerprintOf } from './element-names.ts';
import { oneElement } from './one-element.ts';
import { query } from './query.ts';

/** The one element that a target names, and no other: what an agent meant or an error. */
export function resolveTarget(target: ForwardedElementTarget): Element {
  const { expect } = target;
  if (!expect) return find(target);
  try {
    const element = find(target);
    refuseAnother(element, expect);
    return element;
  } catch (thrown) {
    throw asStale(thrown);
  }
}

function find(target: ForwardedElementTarget): Element {
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
        message: `The element ${JSON.stringify(selector)} has no open shadow root: what is inside cannot be reached.`,
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

/** Pages put other things in the same place: a handle is good only for what it was made for. */
function refuseAnother(element: Element, expect: ElementFingerprint): void {
  const found = withAccessibility(() => fingerprintOf(element));
  if (found.tag === expect.tag && found.role === expect.role && found.name === expect.name) return;
  throw new ProtocolError('ELEMENT_HANDLE_STALE', {
    message: 'Another element is in the place of the one that the handle was made for.',
    details: { reason: 'changed', expected: expect, found },
  });
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
