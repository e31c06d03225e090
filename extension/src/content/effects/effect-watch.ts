import { type EffectKind, ranked, type WireEffect } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { drawingsIn } from './drawing.ts';
import { lookAt, markupNow, type PageLook } from './page-look.ts';
import { became } from './states.ts';

export interface EffectWatch {
  /** What is different now. */
  seen(): WireEffect;
  /** Whether the page has changed and goes on changing, as it does on pages with a clock or an animation. */
  isRestless(): Promise<boolean>;
}

/** States by which a control of ARIA holds a value, as a checkbox does. */
const VALUES = /\b(?:checked|mixed|selected|pressed)$/;

/** Begins right before an act: everything that is different afterwards counts as its effect. */
export function watchEffect(element: Element | null): EffectWatch {
  const before = lookAt(element);
  return {
    seen() {
      const after = lookAt(element);
      const isGone = element !== null && !own.isConnected(element);
      const states = isGone ? [] : became(before.states, after.states);
      const kinds = kindsOf(before, after, isGone);
      if (states.some((state) => VALUES.test(state))) kinds.add('value');
      const frames = {
        added: countNew(before.frames, after.frames),
        removed: countNew(after.frames, before.frames),
      };
      return {
        ...ranked(kinds),
        ...(states.length > 0 ? { became: states } : {}),
        ...(frames.added + frames.removed > 0 ? { frames } : {}),
      };
    },
    async isRestless() {
      const now = markupNow();
      const drawn = drawingsIn(element);
      if (isSame(before.markup, now) && isSame(before.drawings, drawn)) return false;
      await nextTicks(2);
      return !isSame(now, markupNow()) || !isSame(drawn, drawingsIn(element));
    },
  };
}

function kindsOf(before: PageLook, after: PageLook, isGone: boolean): Set<EffectKind> {
  const kinds = new Set<EffectKind>();
  if (before.address !== after.address) kinds.add('navigation');
  if (isGone) kinds.add('gone');
  // A region that only got the focus has not changed.
  const isEdited = before.focus === after.focus && before.focusedText !== after.focusedText;
  if (before.values !== after.values || isEdited) kinds.add('value');
  // Nothing is around an element that has left the page.
  const places = isGone ? 2 : after.scroll.length;
  const hasScrolled = !isSame(before.scroll.slice(0, places), after.scroll.slice(0, places));
  if (hasScrolled) kinds.add('scroll');
  if (before.focus !== after.focus) kinds.add('focus');
  // Scrolling shows other elements at every point, and changes none of them.
  const isDrawnAnew = !hasScrolled && !isSame(before.picture, after.picture);
  const isPainted = !isSame(before.drawings, after.drawings);
  if (isDrawnAnew || isPainted || !isSame(before.markup, after.markup)) kinds.add('dom');
  return kinds;
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function countNew<T>(old: ReadonlySet<T>, now: ReadonlySet<T>): number {
  return [...now].filter((each) => !old.has(each)).length;
}
