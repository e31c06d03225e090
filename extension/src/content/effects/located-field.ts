import type { WireEffect } from '@bproxy/shared';
import type { PlacedTarget } from '../../content-messages.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { type EffectWatch, watchEffect } from './effect-watch.ts';
import { withHint } from './hints.ts';

/** The page's own world has no room for the comparison, so this world watches what is done there. */
let watch: EffectWatch | undefined;

export function watchLocated(place: PlacedTarget): void {
  watch = watchEffect(elementAt(place));
}

export function effectSinceLocated(): WireEffect {
  return withHint('fill', { filled: true, verifiedValue: '' }, watch?.seen() ?? { seen: 'none' });
}

/** Null where nothing or too much matches: the function in the page's own world reports that. */
function elementAt(place: PlacedTarget): Element | null {
  try {
    return resolveTarget(place);
  } catch {
    return null;
  }
}
