import type { ForwardedHandle } from '@bproxy/shared';
import { withAccessibility } from '../content/accessibility/accessible.ts';
import { known } from '../content/dom/known-element.ts';
import { giveHandles } from '../content/targets/read-handles.ts';

let next = 1;

/** A handle of the element, as a read would give it. */
export function handleOf(element: Element): ForwardedHandle {
  return withAccessibility(() => {
    const it = known(element);
    const { of, minted } = giveHandles({ action: 'elements', session: 'a', firstHandle: next }, [it]);
    const { handle } = of(it);
    if (!handle) throw new Error('no handle');
    next += minted.count;
    return { handle, read: minted.again?.[0]?.read ?? minted.read, documentId: 'this one' };
  });
}
