import { type NextStep, next, ProtocolError, step } from '@bproxy/shared';
import { attributeOf, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { refuseUnusable } from '../gestures/actionability.ts';
import { isEditable } from '../gestures/actionable.ts';
import { ElementNames } from '../targets/element-names.ts';
import { isOutOfSight } from '../visibility/out-of-sight.ts';
import { UPLOAD } from './file-chooser.ts';

export type TextControl = HTMLInputElement | HTMLTextAreaElement;
export type WritableField =
  | { kind: 'control'; element: TextControl }
  | { kind: 'editable'; element: HTMLElement };

const CLICK = next`Click it with ${step('click', { target: 'TARGET' })}.`;
const READ = next`Read the page with ${step('elements', { form: true })} and use a field of that answer.`;

const REFUSED_TYPES = new Map<string, { what: string; next: NextStep }>([
  [
    'checkbox',
    {
      what: 'a checkbox',
      next: next`${CLICK} ${step('elements', { form: true })} tells whether it is checked.`,
    },
  ],
  ['radio', { what: 'a radio button', next: CLICK }],
  ['submit', { what: 'a button', next: CLICK }],
  ['button', { what: 'a button', next: CLICK }],
  ['image', { what: 'a button', next: CLICK }],
  ['reset', { what: 'a button', next: CLICK }],
  ['hidden', { what: 'a hidden field, which no person can fill', next: READ }],
  [
    'file',
    {
      what: 'a file field',
      next: UPLOAD,
    },
  ],
]);

/** Types on which the attribute `readonly` has an effect. */
const READ_ONLY_TYPES = new Set(
  'text search url tel email password date month week time datetime-local number'.split(' '),
);

/** The element as a field that a person could write into now, or an error with the reason why not. */
export function writableField(element: Element): WritableField {
  const field = fieldOf(element);
  refuseUnusable(element);
  if (isReadOnly(element))
    throw refused('read-only', 'The field is read-only.', 'Find what unlocks it, or ask the user.');
  own.scrollIntoView(element, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (isOutOfSight(element)) {
    throw refused(
      'out-of-sight',
      'No person can see this field: it is transparent, clipped or out of reach. Such fields are traps for programs.',
      'Leave it empty, or open the part of the page that shows it, then repeat.',
    );
  }
  return field;
}

/** Also used for reading back, when the field may no longer be usable. */
export function fieldOf(element: Element): WritableField {
  if (element instanceof HTMLTextAreaElement) return { kind: 'control', element };
  if (element instanceof HTMLInputElement) {
    const { type } = element;
    const refusal = REFUSED_TYPES.get(type);
    if (refusal) throw refused(type, `The element is ${refusal.what}.`, refusal.next);
    return { kind: 'control', element };
  }
  if (element instanceof HTMLElement && isEditable(element) && own.isContentEditable(element))
    return { kind: 'editable', element };
  if (element instanceof HTMLSelectElement)
    throw refused(
      'select',
      'The element is a select.',
      next`Use ${step('select', { trigger: 'TARGET', optionText: 'TEXT' })}.`,
    );
  if (tagOf(element) === 'button') throw refused('button', 'The element is a button.', CLICK);
  throw notAField(element);
}

function notAField(element: Element): ProtocolError {
  const meant = element instanceof HTMLLabelElement ? element.control : editingHost(element);
  const field = meant && new ElementNames().targetOf(meant);
  return refused(
    'not-a-field',
    `The element (${tagOf(element)}) is no field that text can be written into.`,
    field ? 'Use the field in details.field.' : READ,
    field ? { field } : {},
  );
}

function editingHost(element: Element): Element | null {
  for (let at = own.parentElement(element); at; at = own.parentElement(at)) if (isEditable(at)) return at;
  return null;
}

function isReadOnly(element: Element): boolean {
  if (attributeOf(element, 'aria-readonly') === 'true') return true;
  if (element instanceof HTMLTextAreaElement) return element.readOnly;
  return element instanceof HTMLInputElement && element.readOnly && READ_ONLY_TYPES.has(element.type);
}

function refused(reason: string, message: string, suggestedAction: NextStep, details: object = {}) {
  return new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message,
    suggestedAction,
    details: { reason, ...details },
  });
}
