import { isField } from './actionable.ts';

/**
 * Whether a person can get to see it, by scrolling if need be. Text fields that are transparent or lie where
 * no scrolling leads are traps for programs; a transparent checkbox under a drawn one is not.
 */
export function canBeSeen(element: Element, role: string): boolean {
  const isTextField = isField(element, role) && role !== 'checkbox' && role !== 'radio' && role !== 'switch';
  const isVisible = element.checkVisibility({ visibilityProperty: true, opacityProperty: isTextField });
  return (isVisible && isReachable(element.getBoundingClientRect())) || hasShownLabel(element);
}

function isReachable(rect: DOMRect): boolean {
  if (rect.width <= 0 && rect.height <= 0) return false;
  if (rect.bottom + window.scrollY <= 0) return false;
  // Pages that are written from right to left scroll to the negative side.
  return rect.right + window.scrollX > 0 || (document.scrollingElement?.matches(':dir(rtl)') ?? false);
}

/** Pages often hide the real control and draw their own, which stands in its label. */
function hasShownLabel(element: Element): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  if (!['checkbox', 'radio', 'file'].includes(element.type)) return false;
  return [...(element.labels ?? [])].some((label) => label.checkVisibility({ visibilityProperty: true }));
}
