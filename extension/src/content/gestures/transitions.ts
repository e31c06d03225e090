import * as own from '../dom/own-properties.ts';
import { openRoots } from '../looking/open-roots.ts';

/**
 * Ends the CSS transitions of the page. In a background tab they stand still at their first picture: a list that fades
 * in would stay invisible, also for reads. Animations of scripts are left alone, because scripts wait for their ticks.
 */
export function endTransitions(): void {
  for (const root of openRoots()) {
    for (const animation of own.getAnimations(root)) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  }
}
