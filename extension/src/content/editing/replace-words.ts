import { ProtocolError } from '@bproxy/shared';
import { aroundReplaced, placesOf, type TextRange, withReplaced } from '../../main-world/words-in-text.ts';
import type { Acting } from '../gestures/acting.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { sleep } from '../page-clock.ts';
import { acceptedValue } from '../writing/accepted-value.ts';
import { rangeAt, textWithPieces } from '../writing/edited-lines.ts';
import { joiningSpaces } from '../writing/edited-text.ts';
import { pasteIntoEditable, replaceInControl } from '../writing/paste-text.ts';
import type { TextControl } from '../writing/writable-field.ts';
import { selectRange } from './select-range.ts';

export interface Edit {
  find: string;
  replace: string;
}

export interface Edited {
  replaced: number;
  around: string[];
  reason?: string;
}

/** All at once, as a page hears of a correction. */
export async function replaceInField(
  field: TextControl,
  places: TextRange[],
  { replace }: Edit,
): Promise<Edited> {
  const wanted = withReplaced(field.value, places, replace);
  const { value, reason } = acceptedValue({ kind: 'control', element: field }, wanted);
  if (value !== wanted) throw doesNotFit(reason);
  const outcome = replaceInControl(field, wanted, places, replace);
  await nextTicks(2);
  await sleep(0);
  const around = aroundReplaced(field.value, places, replace);
  if (field.value === wanted) return { replaced: places.length, around };
  return { replaced: 0, around, reason: outcome === 'handled' ? PREVENTED : CHANGED };
}

const PREVENTED = 'The page prevented the input, or made something else of it.';
const CHANGED = 'The page changed the text after it was written.';

function doesNotFit(reason = ''): ProtocolError {
  return new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: `The field would not hold the text with the new words, so nothing was written. ${reason}`.trim(),
    suggestedAction: 'Use other words.',
    retry: 'never',
    details: { reason: 'does-not-fit' },
  });
}

/** The time to look at the page and to answer. */
const ANSWER_MS = 2_000;

/** One after the other from the end, because the page may draw itself again after each. */
export async function replaceInRegion(
  root: HTMLElement,
  count: number,
  { find, replace }: Edit,
  { signal, deadline }: Pick<Acting, 'signal'> & { deadline: number },
): Promise<Edited> {
  const first = textWithPieces(root);
  const all = placesOf(find, first.text);
  let reason: string | undefined;
  let replaced = 0;
  while (replaced < count && !reason) {
    const { text, pieces } = textWithPieces(root);
    const place = placesOf(find, text)[count - 1 - replaced];
    const range = place && rangeAt(pieces, place);
    if (!range) reason = CHANGED;
    else if (replaced > 0 && Date.now() + ANSWER_MS > deadline)
      reason = 'The deadline was too near for the rest.';
    else {
      const select = () => selectRange(range);
      const insertion = { text: replace, shown: joiningSpaces(root, replace), select };
      const outcome = await pasteIntoEditable(root, insertion, () => signal.throwIfAborted());
      await nextTicks(2);
      await sleep(0);
      const expected = withReplaced(text, [place], replace);
      if (textWithPieces(root).text === expected) replaced += 1;
      else reason = outcome === 'handled' ? PREVENTED : CHANGED;
    }
  }
  const around = aroundReplaced(textWithPieces(root).text, all.slice(count - replaced), replace);
  return { replaced, around, ...(reason ? { reason } : {}) };
}
