import { ProtocolError } from '@bproxy/shared';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { focusField } from '../writing/field-focus.ts';
import type { Acting } from './acting.ts';
import { type ActionPoint, actionPoint } from './actionability.ts';
import { advised } from './reveal-advice.ts';
import { type StateRule, stateRules } from './state-rules.ts';
import { nextTicks } from './ticks.ts';

/** Obstacles that a pointer over a row, or the focus in it, may remove. */
const REVEALABLE = new Set<unknown>(['hidden', 'no-size', 'off-screen', 'pointer-events']);
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** A page shows a wrapper, or the wrapper of the wrapper. */
const MOST_WRAPPERS = 3;
const MOST_HIDDEN = 10;

/**
 * Like `actionPoint`, but first focuses an element that the page shows only on focus, as a person's Tab key would. If
 * only a pointer reveals the element, the error says so and offers an alternative.
 */
export async function revealedPoint(element: Element, acting: Acting): Promise<ActionPoint> {
  try {
    return await actionPoint(element, acting.signal);
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError) || !REVEALABLE.has(thrown.error.details?.['reason'])) throw thrown;
    // Style rules are many, and change seldom.
    const isFirst = acting.waitedMs === 0;
    if (!isFirst && !acting.isLast) throw thrown;
    const hidden = hiddenAround(element);
    const rules = stateRules(hidden);
    const focusable = toFocus(element, rules);
    if (focusable) {
      acting.announce(element);
      focusField(focusable);
      await nextTicks(2);
      const point = await actionPoint(element, acting.signal).catch(() => null);
      if (point) return point;
      own.blur(focusable);
    }
    if (rules.length === 0 && !acting.isLast) throw thrown;
    throw advised(thrown.error, element, hidden, rules);
  }
}

/** The element, and the ancestors that are hidden with it. */
function hiddenAround(element: Element): Element[] {
  const hidden = [element];
  const isHidden = !known(element).isVisible;
  for (let at = renderedParent(element); at; at = renderedParent(at)) {
    if ((isHidden && known(at).isVisible) || hidden.length >= (isHidden ? MOST_HIDDEN : MOST_WRAPPERS)) break;
    hidden.push(at);
  }
  return hidden;
}

function toFocus(element: Element, rules: StateRule[]): HTMLElement | undefined {
  return rules
    .filter(({ by }) => by === 'focus')
    .flatMap(({ holder, isWithin }) =>
      isWithin ? [element, holder, ...own.querySelectorAll(holder, FOCUSABLE)] : [holder],
    )
    .filter((candidate) => candidate instanceof HTMLElement)
    .find((candidate) => own.tabIndex(candidate) >= 0 && known(candidate).isVisible);
}
