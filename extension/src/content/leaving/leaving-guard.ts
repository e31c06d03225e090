import { next, ProtocolError, step } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { objectsToLeaving } from '../looking/leaving.ts';

/** The part of Chrome's Navigation API that is used here. TypeScript does not know it yet. */
interface NavigateEvent extends Event {
  destination: { url: string; sameDocument: boolean };
  downloadRequest: string | null;
  /** Only of a form that is posted. */
  formData: FormData | null;
}

declare global {
  var navigation: EventTarget;
}

interface LeavingGuard {
  /** Throws if the page was kept from a navigation. */
  refuseKept(): void;
  stop(): void;
}

/**
 * Watches an action that makes the page navigate. Chrome announces a navigation to the page before anything else, also
 * one that a script begins. It reports whether a form is posted, because that page must not be loaded again. In a tab
 * that the user does not see, it keeps the page from a navigation that would ask the user whether the page may be left:
 * Chrome would bring the tab to the front for that.
 */
export function guardLeaving(isInFront: boolean, leaves: (posts: boolean) => void): LeavingGuard {
  let kept: string | undefined;
  const keep = (event: Event) => {
    // as: this is the only event of that name on that object.
    const { destination, downloadRequest, formData, cancelable } = event as NavigateEvent;
    if (destination.sameDocument || downloadRequest !== null) return;
    if (kept === undefined && (isInFront || !cancelable || !objectsToLeaving())) {
      leaves(formData !== null);
      return;
    }
    kept ??= destination.url;
    event.preventDefault();
  };
  own.addEventListener(navigation, 'navigate', keep);
  return {
    refuseKept() {
      if (kept !== undefined) throw wouldAsk(kept);
    },
    stop: () => own.removeEventListener(navigation, 'navigate', keep),
  };
}

function wouldAsk(url: string): ProtocolError {
  return new ProtocolError('WOULD_ASK_USER', {
    message:
      'The action was done, and bproxy kept the page from loading another one: the page would ask the user whether it may be left, and Chrome would bring the tab to the front for that.',
    suggestedAction: next`Run ${step('tab.show')} and ask the user to look at the tab, then repeat: they will see the question. Or open details.url in another tab: ${step('tab.open', { url: 'URL' }, { session: true })}.`,
    details: { url },
  });
}
