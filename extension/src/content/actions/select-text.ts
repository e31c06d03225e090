import { ProtocolError } from '@bproxy/shared';
import type { PageResult } from '../../content-messages.ts';
import { cut } from '../../cut.ts';
import { wordsIn } from '../../fill-params.ts';
import { rangeOf, type TextRange, type Words } from '../../main-world/words-in-text.ts';
import * as own from '../dom/own-properties.ts';
import { refuseDrawn } from '../editing/known-editor.ts';
import { regionOf, selectRange } from '../editing/select-range.ts';
import { refusedWords, refuseSecret } from '../editing/wrong-words.ts';
import type { Acting } from '../gestures/acting.ts';
import { refuseUnusable } from '../gestures/actionability.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { rangeAt, textWithPieces } from '../writing/edited-lines.ts';
import { focusField } from '../writing/field-focus.ts';
import type { TextControl } from '../writing/writable-field.ts';
import type { ContentHandler } from './handler.ts';

type Selected = PageResult<'select-text'>;

const MOST_SHOWN = 1_000;
const NOT_KEPT = 'The page has put the selection elsewhere, or does not let these words be selected.';

export const selectText: ContentHandler<'select-text'> = ({ params }, acting) => {
  const element = params.target ? resolveTarget(params.target) : own.documentElement(document);
  const words = wordsIn(params);
  refuseDrawn(element);
  refuseSecret(element);
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField ? selectInField(element, words, acting) : selectOnPage(element, words, acting);
};

async function selectInField(field: TextControl, words: Words, { announce }: Acting): Promise<Selected> {
  refuseUnusable(field);
  const { from, to } = meant(words, field.value);
  if (field.selectionStart === null) {
    throw new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
      message: `A part of a field of type ${field.type} cannot be selected.`,
      suggestedAction: 'Write the whole new value.',
      retry: 'never',
      details: { reason: 'no-selection' },
    });
  }
  announce(field);
  focusField(field);
  field.setSelectionRange(from, to, 'forward');
  await nextTicks(2);
  const text = field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  return told(text, text === field.value.slice(from, to), 'native');
}

async function selectOnPage(element: Element, words: Words, { announce }: Acting): Promise<Selected> {
  const { text, pieces } = textWithPieces(element);
  const place = meant(words, text);
  const range = rangeAt(pieces, place);
  const around = range && own.parentElement(range.startContainer);
  if (!range || !around) throw refusedWords({ count: 0, near: [] });
  announce(around);
  own.scrollIntoView(around, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const region = regionOf(range);
  if (region) focusField(region);
  selectRange(range);
  // Editors learn of a selection from an event that comes with the next tick, and may put it elsewhere.
  await nextTicks(2);
  const found = String(own.getSelection(document) ?? '');
  const letters = (of: string) => of.replace(/\s+/g, '');
  return told(found, letters(found) === letters(text.slice(place.from, place.to)), 'page');
}

function meant(words: Words, text: string): TextRange {
  const range = rangeOf(words, text);
  if ('count' in range) throw refusedWords(range);
  return range;
}

function told(text: string, selected: boolean, method: Selected['method']): Selected {
  return { selected, text: cut(text, MOST_SHOWN), method, ...(selected ? {} : { reason: NOT_KEPT }) };
}
