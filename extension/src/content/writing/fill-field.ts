import { type FillWay, type ForwardedParams, next, ProtocolError, step } from '@bproxy/shared';
import type { PageResult, PlacedTarget } from '../../content-messages.ts';
import { edgeOf, refuseWrongWorld } from '../../fill-params.ts';
import { normalised } from '../choosing/offers.ts';
import * as own from '../dom/own-properties.ts';
import { refuseDrawn } from '../editing/known-editor.ts';
import type { Acting } from '../gestures/acting.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { sleep } from '../page-clock.ts';
import { visibleText } from '../reading/visible-text.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { type AcceptedValue, acceptedValue } from './accepted-value.ts';
import { acceptedAddition, takesNoAddition } from './added-text.ts';
import { plainSpaces } from './edited-lines.ts';
import { caretAtEdge, insertEditedText, replaceEditedText } from './edited-text.ts';
import { focusField } from './field-focus.ts';
import { fieldMeantBy } from './field-meant.ts';
import { complaintOf, cutNotice, reportedValue, setNatively, wholeValue } from './field-value.ts';
import { atEdge, overWhole, type PasteOutcome, pasteIntoControl, pasteIntoEditable } from './paste-text.ts';
import { isDrawnSlider, moveSlider } from './slider-value.ts';
import { fieldOf, type WritableField, writableField } from './writable-field.ts';

type Field = Omit<ForwardedParams<'fill'>, 'target'> & { target: PlacedTarget };
type Filled = PageResult<'fill'>;

/** Writes one field and reports its value after the page has reacted. */
export async function fillField(asked: Field, acting: Acting): Promise<Filled> {
  refuseOtherWays(asked);
  const element = fieldOfTarget(asked);
  const filled = await fillElement(element, asked, acting);
  return asked.method === 'auto' ? { ...filled, method: wayInto(element) } : filled;
}

/** With `auto`, a component or a label stands for the field in it. */
function fieldOfTarget({ method, target }: Field): Element {
  const element = resolveTarget(target);
  if (method !== 'auto') return element;
  refuseDrawn(element);
  return fieldMeantBy(element);
}

function wayInto(element: Element): FillWay {
  if (isDrawnSlider(element)) return 'keys';
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? 'native' : 'paste';
}

async function fillElement(element: Element, asked: Field, acting: Acting): Promise<Filled> {
  const edge = edgeOf(asked);
  if (isDrawnSlider(element)) {
    if (edge) throw takesNoAddition('A slider');
    return moveSlider(element, asked.value, acting);
  }
  let field = writableField(element);
  const before = wholeValue(field);
  const accepted = edge
    ? acceptedAddition(field, before, asked.value, edge)
    : acceptedValue(field, asked.value);
  if (accepted.value === undefined) return told(field, before, false, [accepted.reason]);
  const around = own.parentElement(field.element);
  acting.announce(field.element);
  if (asked.method === 'direct') {
    writeSilently(field, accepted);
    return readBack(asked, field, accepted, before, 'written', around);
  }
  focusField(field.element);
  // Some pages draw the real field only when it gets the focus.
  if (!own.isConnected(field.element)) {
    field = writableField(fieldOfTarget(asked));
    focusField(field.element);
  }
  const outcome = await paste(field, accepted, asked, acting.signal);
  return readBack(asked, field, accepted, before, outcome, around);
}

function refuseOtherWays({ method, world }: Field): void {
  refuseWrongWorld(method, world);
  if (method !== 'runtime-api') return;
  // A single fill of this kind never gets here: the background does it in the page's own world.
  throw new ProtocolError('UNSUPPORTED_ACTION', {
    message: "fill-form does not reach an editor's own API (runtime-api).",
    suggestedAction: next`Fill that field by itself: ${step('fill', { target: 'TARGET', value: 'TEXT', method: 'runtime-api', world: 'main' })}.`,
    details: { method },
  });
}

function writeSilently({ kind, element }: WritableField, { value = '', added }: AcceptedValue): void {
  if (kind === 'control') setNatively(element, value);
  else if (!added) replaceEditedText(element, value);
  else insertEditedText(element, added.text, caretAtEdge(element, added.edge));
}

async function paste(
  { kind, element }: WritableField,
  { value = '', added }: AcceptedValue,
  asked: Field,
  signal: AbortSignal,
) {
  if (kind === 'control') return pasteIntoControl(element, value, added);
  const insertion = added ? atEdge(element, added) : overWhole(element, value);
  return pasteIntoEditable(element, insertion, () => {
    signal.throwIfAborted();
    if (fieldOfTarget(asked) === element) return;
    throw new ProtocolError('ELEMENT_HANDLE_STALE', {
      message: 'The page replaced the field when it got the focus; nothing was written.',
      details: { reason: 'replaced' },
    });
  });
}

async function readBack(
  asked: Field,
  written: WritableField,
  accepted: AcceptedValue,
  before: string,
  outcome: PasteOutcome,
  around: Element | null,
): Promise<Filled> {
  await frameworkTick();
  const field = own.isConnected(written.element) ? written : findAgain(asked);
  if (!field) {
    if (around && showsAlone(around, accepted.value)) return { filled: true, verifiedValue: accepted.value };
    const reason = 'The field left the page after it was written: read the page to see what happened.';
    return { filled: false, verifiedValue: '', reason };
  }
  const held = wholeValue(field);
  const expected = field.kind === 'editable' ? plainSpaces(accepted.value ?? '') : accepted.value;
  const landed = held === expected;
  const filled = landed && accepted.reason === undefined;
  const reasons = [landed ? undefined : whyNot(held, before, outcome), accepted.reason];
  return told(field, held, filled, reasons);
}

/** Tables replace the field with its text once it is entered. */
function showsAlone(place: Element, value: string | undefined): value is string {
  const shown = own.isConnected(place) ? normalised(visibleText(place)) : '';
  return value !== undefined && shown !== '' && shown === normalised(value);
}

/** Frameworks write their state back with the next task or tick. */
async function frameworkTick(): Promise<void> {
  await nextTicks(2);
  await sleep(0);
}

function findAgain(asked: Field): WritableField | null {
  try {
    return fieldOf(fieldOfTarget(asked));
  } catch {
    return null;
  }
}

function whyNot(held: string, before: string, outcome: PasteOutcome): string {
  if (outcome === 'handled') {
    return held === before
      ? 'The page prevented the input: nothing was written.'
      : 'The page handled the input itself, and made something else of it.';
  }
  return held === before
    ? 'The page put back what was there before.'
    : 'The page changed the value after it was written.';
}

function told(
  field: WritableField,
  held: string,
  filled: boolean,
  reasons: Array<string | undefined>,
): Filled {
  const reason = [...reasons, complaintOf(field), cutNotice(held)]
    .filter((words) => words !== undefined)
    .join(' ');
  return { filled, verifiedValue: reportedValue(field, held), ...(reason ? { reason } : {}) };
}
