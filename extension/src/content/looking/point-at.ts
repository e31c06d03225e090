import type { Pointed } from '../../content-messages.ts';
import * as own from '../dom/own-properties.ts';
import { everyMatch } from '../targets/by-selector.ts';
import { isDrawn } from '../visibility/shown.ts';
import { isSelector } from './open-roots.ts';

/**
 * Shows the user the only element that the selector matches: scrolls to it and outlines it for some seconds. The
 * outline is an animation, which changes no attribute and removes itself.
 */
export function pointAt(selector: string): Pointed {
  if (!isSelector(selector)) return 'not-a-selector';
  const found = everyMatch(document, selector);
  const [target] = found;
  if (!target || found.length > 1) return found.length;
  // Sites hide the file field itself and show a label or a drop zone around it.
  const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
  let place: Element | null = [target, ...labels].find(isLargeEnough) ?? own.parentElement(target);
  while (place && !isLargeEnough(place)) place = own.parentElement(place);
  if (!place) return 1;
  own.scrollIntoView(place, { block: 'center', inline: 'nearest', behavior: 'instant' });
  own.animate(
    place,
    [
      { outline: '3px solid #1a73e8', outlineOffset: '3px' },
      { outline: '3px solid transparent', outlineOffset: '8px' },
    ],
    { duration: 800, iterations: 10, direction: 'alternate', easing: 'ease-in-out' },
  );
  return 1;
}

/** The element to outline for a person. */
function isLargeEnough(element: Element): boolean {
  const { width, height } = own.getBoundingClientRect(element);
  if (width <= 4 || height <= 4) return false;
  return isDrawn(element);
}
