import { placesOf } from '../../main-world/words-in-text.ts';
import { refuseDrawn } from '../editing/known-editor.ts';
import { replaceInField, replaceInRegion } from '../editing/replace-words.ts';
import { refuseSecret, wrongWords } from '../editing/wrong-words.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { focusField } from '../writing/field-focus.ts';
import { wholeValue } from '../writing/field-value.ts';
import { writableField } from '../writing/writable-field.ts';
import type { ContentHandler } from './handler.ts';

export const edit: ContentHandler<'edit'> = async ({ params, deadline }, acting) => {
  const element = resolveTarget(params.target);
  refuseDrawn(element);
  refuseSecret(element);
  const field = writableField(element);
  const text = wholeValue(field);
  const places = placesOf(params.find, text);
  if (places.length === 0 || (places.length > 1 && !params.all)) throw wrongWords(params.find, text);
  acting.announce(field.element);
  focusField(field.element);
  if (field.kind === 'control') {
    return { ...(await replaceInField(field.element, places, params)), method: 'native' };
  }
  const { signal } = acting;
  const edited = await replaceInRegion(field.element, places.length, params, { signal, deadline });
  return { ...edited, method: 'paste' };
};
