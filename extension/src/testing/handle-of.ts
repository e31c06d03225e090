import type { ForwardedHandle } from '@bproxy/shared';
import { withAccessibility } from '../content/accessibility/accessible.ts';
import { known } from '../content/dom/known-element.ts';
import { ReadHandles } from '../content/targets/kept-elements.ts';

/** A handle of the element, as a read would give it. */
export function handleOf(element: Element): ForwardedHandle {
  return withAccessibility(() => {
    const handles = new ReadHandles({ action: 'elements' });
    const { handle } = handles.give(known(element));
    if (!handle) throw new Error('no handle');
    return { handle, read: handles.keep().read, documentId: 'this one' };
  });
}
