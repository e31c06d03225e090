import { type NextStep, next, param, step, type WireEffect } from '@bproxy/shared';
import type { ContentAction, PageResult } from '../../content-messages.ts';
import * as own from '../dom/own-properties.ts';

const READ = step('snapshot');

/** What usually helps where an act changed nothing. */
const HINTS: { [A in ContentAction]?: NextStep } = {
  hover: next`Nothing reacts to the pointer there. If a menu should open, try ${step('click', { target: 'TARGET' })}.`,
  fill: next`The field had this value already, or does not show it. ${step('elements', { form: true })} lists the fields with their values.`,
  'fill-form': next`The fields had these values already, or do not show them. See the reasons in results.`,
  edit: next`The text shows no change. See reason, and read it: ${step('text', { selector: 'SELECTOR' })}.`,
  'select-text': 'A selection changes nothing yet: press the keys that do.',
  select: next`The option was chosen already, or there is no such option. See selected and options.`,
  press: next`The page did nothing that can be seen with the keys, or does not show it yet. ${param({ selector: true })} names the element that should get them; on says which one did.`,
  type: next`It takes no text, or does not show it: verifiedValue is what it holds.`,
  focus: next`It had the focus already, or the page has moved the focus on. on says where it is.`,
  scroll: next`It is at its end, or something else scrolls here: name that with ${param({ selector: true })}.`,
};

/**
 * The effect with a hint, only where nothing was seen but the focus: the one that the action gave, or a general one.
 * `isAnswered`: the agent has said how to answer a dialog.
 */
export function withHint(
  action: ContentAction,
  data: PageResult,
  effect: WireEffect,
  isAnswered = false,
): WireEffect {
  const { hint: given, ...rest } = effect;
  // A drag knows by itself that it has moved nothing, although lists change their markup while they are tried.
  const knowsBetter = action === 'drag' && given !== undefined;
  if (effect.seen !== 'none' && effect.seen !== 'focus' && !knowsBetter) return rest;
  const hint =
    given ?? (action === 'click' || action === 'click-at' ? hintForClick(data, effect) : HINTS[action]);
  if (hint === undefined) return rest;
  if (!own.hidden(document)) return { ...rest, hint };
  return { ...rest, hint: next`${hint} ${IN_BACKGROUND}${isAnswered ? '' : NO_IN_BACKGROUND}` };
}

const IN_BACKGROUND =
  "The tab is in the background, where a page's timers fire once a second: it may react a little later.";
const NO_IN_BACKGROUND = next` If it asked a question, Chrome has answered No there: repeat with ${param({ dialogs: 'dismiss' })} to see the question, or with ${param({ dialogs: 'accept' })} to say Yes.`;

function hintForClick(data: PageResult, { prevented }: WireEffect): NextStep | undefined {
  // The answer gives the reason already.
  if ('blocked' in data && data.blocked) return undefined;
  const handled = prevented ? 'The page handled the click, but nothing' : 'Nothing';
  return next`${handled} on it has changed. If it should load something, read again with ${READ}. If it should open a window: Chrome blocks pop-ups that no person clicked for, and no extension can see that; ask the user to allow pop-ups for ${location.host}.`;
}
