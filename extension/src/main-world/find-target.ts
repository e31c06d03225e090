import type { ElementFingerprint, PlacedTarget } from '../content-messages.ts';
import { type EditorAnswer, refuse } from './editor-answer.ts';

const LONGEST_NAME = 200;

export function findTarget(target: PlacedTarget): Element | EditorAnswer {
  const found = target.route === undefined ? one(document, target.selector) : byRoute(target.route);
  return found instanceof Element && !isExpected(found, target.expect) ? refuse('changed') : found;
}

function byRoute({ hosts, target }: NonNullable<PlacedTarget['route']>): Element | EditorAnswer {
  let root: Document | ShadowRoot = document;
  for (const { selector, index } of hosts) {
    const host = one(root, selector, index);
    if (!(host instanceof Element)) return host;
    if (!host.shadowRoot) return refuse('closed-shadow', { selector });
    root = host.shadowRoot;
  }
  return one(root, target);
}

function one(root: Document | ShadowRoot, selector: string, index?: number): Element | EditorAnswer {
  let found: Element[];
  try {
    found = [...root.querySelectorAll(selector)];
  } catch {
    return refuse('not-a-selector', { selector });
  }
  const element = found[index ?? 0];
  if (!element) return refuse('not-found', { selector });
  if (index === undefined && found.length > 1) return refuse('ambiguous', { selector, count: found.length });
  return element;
}

/** Compares the facts that can be read from here. A name that does not come from these attributes is not compared. */
function isExpected(element: Element, expected: ElementFingerprint | undefined): boolean {
  if (!expected) return true;
  const roles = element.getAttribute('role')?.trim().split(/\s+/);
  const label = element.hasAttribute('aria-labelledby') ? null : element.getAttribute('aria-label')?.trim();
  return (
    expected.tag === element.localName &&
    (!roles || roles.some((role) => !role || role === expected.role)) &&
    (!label || label.replace(/\s+/g, ' ').slice(0, LONGEST_NAME) === expected.name)
  );
}
