import { elementHandle, type ForwardedHandle } from '@bproxy/shared';
import { withAccessibility } from '../content/accessibility/accessible.ts';
import { known } from '../content/dom/known-element.ts';
import { keepElements, seenElement } from '../content/targets/kept-elements.ts';

/** A handle of the element, as a read would give it. */
export function handleOf(element: Element): ForwardedHandle {
  const { read } = withAccessibility(() => keepElements([seenElement(known(element))], 1));
  return { handle: elementHandle('el', 1), read };
}
