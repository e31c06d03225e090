import { next, ProtocolError, step } from '@bproxy/shared';
import { chooseNative } from '../choosing/native-select.ts';
import { pickOption } from '../choosing/pick-option.ts';
import { announcedOnce } from '../gestures/acting.ts';
import { followTarget } from '../targets/followed-target.ts';
import type { ContentHandler } from './handler.ts';

const MOST_SUGGESTIONS = 50;

export const select: ContentHandler<'select'> = ({ params, deadline }, tools) => {
  const trigger = followTarget(params.trigger);
  const { first } = trigger;
  const acting = announcedOnce(tools);
  if (first instanceof HTMLSelectElement) return chooseNative(first, trigger, params.optionText, acting);
  if (first instanceof HTMLInputElement && first.list) throw takesText(first.list);
  return pickOption(trigger, params.optionText, acting, deadline);
};

/** The browser draws these suggestions itself, out of reach of pages and extensions. */
function takesText(list: HTMLDataListElement): ProtocolError {
  const options = [...list.options].slice(0, MOST_SUGGESTIONS).map(({ value }) => value);
  return new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: 'The field takes text; its list only suggests some.',
    suggestedAction: next`Write one of details.options: ${step('fill', { target: 'TARGET', value: 'TEXT', method: 'paste', world: 'isolated' })}.`,
    details: { reason: 'suggestions', options },
  });
}
