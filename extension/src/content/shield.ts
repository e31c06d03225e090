import * as own from './dom/own-properties.ts';

const INPUT = [
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'compositionstart',
  'paste',
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
];

/** Someone who still types after this long types into this page on purpose. */
const LONGEST_MS = 5_000;

/**
 * Keeps the user's keys and clicks from this page until they have paused for this long. The agent brings the tab to the
 * front, and the user may be in the middle of a sentence, with Enter to come. Events of scripts, the agent's too, pass.
 */
export function shieldFor(pauseMs: number): void {
  const end = Date.now() + LONGEST_MS;
  const lower = () => {
    for (const type of INPUT) own.removeEventListener(window, type, stop, { capture: true });
  };
  let timer = setTimeout(lower, pauseMs);
  const stop = (event: Event) => {
    if (!event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clearTimeout(timer);
    timer = setTimeout(lower, Math.max(0, Math.min(pauseMs, end - Date.now())));
  };
  for (const type of INPUT) own.addEventListener(window, type, stop, { capture: true });
}
