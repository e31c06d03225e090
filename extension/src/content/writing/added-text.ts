import { ProtocolError } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { type AcceptedValue, acceptedValue, hasOwnRules } from './accepted-value.ts';
import type { WritableField } from './writable-field.ts';

/** What the field would hold if its user added this text to what it holds. The old text always stays whole. */
export function acceptedAddition(
  field: WritableField,
  before: string,
  asked: string,
  edge: 'start' | 'end',
): AcceptedValue {
  const { element, kind } = field;
  if (kind === 'control' && hasOwnRules(element)) throw takesNoAddition(`A field of type ${element.type}`);
  const given = withinRoom(field, before, asked.replace(/\r\n?/g, '\n'));
  if (given.text === '') return { reason: given.reason ?? '' };
  const whole = edge === 'end' ? before + given.text : given.text + before;
  const { value = whole, reason } = acceptedValue(field, whole);
  // A field of one line makes spaces of line breaks, so the new part is what the old one leaves.
  const kept = edge === 'end' ? value.startsWith(before) : value.endsWith(before);
  const length = value.length - before.length;
  const text = edge === 'end' ? value.slice(before.length) : value.slice(0, length);
  const reasons = [given.reason, reason].filter((words) => words !== undefined).join(' ');
  return { value, added: { text: kept ? text : given.text, edge }, ...(reasons ? { reason: reasons } : {}) };
}

function withinRoom({ kind, element }: WritableField, before: string, text: string) {
  const room = kind === 'control' && element.maxLength >= 0 ? element.maxLength - before.length : text.length;
  if (text.length <= room) return { text };
  return {
    text: cut(text, Math.max(0, room)).replace(/…$/, ''),
    reason: `maxlength: the field has room for ${Math.max(0, room)} more characters, ${text.length} were given; the rest was left out.`,
  };
}

export function takesNoAddition(what: string): ProtocolError {
  return new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: `${what} takes a whole value, and nothing can be added to it.`,
    suggestedAction: 'Read its value, and write the whole new one.',
    retry: 'never',
    details: { reason: 'whole-value' },
  });
}
