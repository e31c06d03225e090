import type { KeyDefault } from '@bproxy/shared';
import * as own from '../../dom/own-properties.ts';
import { focusField } from '../../writing/field-focus.ts';
import { setNatively } from '../../writing/field-value.ts';
import type { Key } from '../key-table.ts';
import { sendBeforeInput } from './editing.ts';

const WAYS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
const PARTS_OF_A_RANGE = 10;
const OPTIONS_OF_A_PAGE = 3;
/** Chrome draws these fields in parts, and gives a script no way into them. */
const IN_PARTS = new Set(['date', 'time', 'datetime-local', 'month', 'week']);

/** What the keys with arrows change in a control. Undefined for an element that they do not step. */
export function step(key: Key, element: Element): KeyDefault | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'radio') return stepRadio(key, element);
    if (element.type === 'range') return stepRange(key, element);
    if (element.type === 'number') return stepNumber(key, element);
    return IN_PARTS.has(element.type) ? 'none' : undefined;
  }
  return element instanceof HTMLSelectElement ? stepSelect(key, element) : undefined;
}

/** To the next one of the group that can be used, and around its end. */
function stepRadio(key: Key, radio: HTMLInputElement): KeyDefault | undefined {
  const way = WAYS[key.key];
  if (way === undefined) return undefined;
  const group = radiosWith(radio).filter(
    (each) => !own.matches(each, ':disabled') && own.checkVisibility(each),
  );
  const next = group.at((group.indexOf(radio) + way) % group.length);
  if (!next || next === radio) return 'none';
  focusField(next);
  own.click(next);
  return 'step';
}

/** The radio buttons of its group, in page order. */
export function radiosWith(radio: HTMLInputElement): HTMLInputElement[] {
  const root = own.getRootNode(radio);
  if (radio.name === '' || !(root instanceof Document || root instanceof ShadowRoot)) return [radio];
  return [...own.querySelectorAll(root, `input[type=radio][name=${CSS.escape(radio.name)}]`)]
    .filter((each) => each instanceof HTMLInputElement)
    .filter(({ form }) => form === radio.form);
}

function stepRange(key: Key, range: HTMLInputElement): KeyDefault | undefined {
  const [min, max, size] = [numberOr(range.min, 0), numberOr(range.max, 100), numberOr(range.step, 1)];
  const now = Number(range.value);
  const isReversed = getComputedStyle(range).direction === 'rtl';
  const far = Math.max((max - min) / PARTS_OF_A_RANGE, size);
  const to: Record<string, number> = {
    ArrowUp: now + size,
    ArrowDown: now - size,
    ArrowRight: isReversed ? now - size : now + size,
    ArrowLeft: isReversed ? now + size : now - size,
    PageUp: now + far,
    PageDown: now - far,
    Home: min,
    End: max,
  };
  const wanted = to[key.key];
  if (wanted === undefined) return undefined;
  return change(range, () => setNatively(range, String(wanted)));
}

function stepNumber(key: Key, field: HTMLInputElement): KeyDefault | undefined {
  if (key.key !== 'ArrowUp' && key.key !== 'ArrowDown') return undefined;
  if (field.readOnly || field.disabled) return 'none';
  if (!canStep(key, field)) return 'none';
  // As Chrome does, although no text is typed.
  if (!sendBeforeInput(field, { inputType: 'insertText', data: null })) return 'prevented';
  return change(field, () => (key.key === 'ArrowUp' ? field.stepUp() : field.stepDown()));
}

/** Chrome asks the page only for a step that changes something. It is tried in a field that no page sees. */
function canStep(key: Key, field: HTMLInputElement): boolean {
  const probe = own.createElement(document, 'input');
  for (const name of ['type', 'min', 'max', 'step']) {
    const given = own.getAttribute(field, name);
    if (given !== null) probe.setAttribute(name, given);
  }
  probe.value = field.value;
  if (key.key === 'ArrowUp') probe.stepUp();
  else probe.stepDown();
  return probe.value !== field.value;
}

function change(field: HTMLInputElement, write: () => void): KeyDefault {
  const before = field.value;
  write();
  if (field.value === before) return 'none';
  own.dispatchEvent(field, new Event('input', { bubbles: true, composed: true }));
  own.dispatchEvent(field, new Event('change', { bubbles: true }));
  return 'step';
}

function numberOr(text: string, otherwise: number): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : otherwise;
}

function stepSelect(key: Key, select: HTMLSelectElement): KeyDefault | undefined {
  // With Alt the arrows open the list, which only Chrome can.
  if (key.held.has('Alt')) return 'none';
  const options = [...select.options].filter(
    (option) => !own.matches(option, ':disabled') && getComputedStyle(option).display !== 'none',
  );
  const at = options.findIndex(({ index }) => index === select.selectedIndex);
  const page = isListBox(select) ? Math.max(1, select.size - 1) : OPTIONS_OF_A_PAGE;
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: options.length - 1,
  };
  const wanted = to[key.key];
  if (wanted === undefined) return undefined;
  return choose(select, options[Math.max(0, Math.min(options.length - 1, wanted))]);
}

let typed: { select?: HTMLSelectElement; text: string; at: number } = { text: '', at: 0 };
/** As long as Chrome, so that quick letters count as one word. */
const TYPING_MS = 1_000;

/** Letters choose the next option that begins with them. */
export function chooseByLetter(select: HTMLSelectElement, letter: string): KeyDefault {
  const now = Date.now();
  const goesOn = typed.select === select && now - typed.at < TYPING_MS;
  typed = { select, text: (goesOn ? typed.text : '') + letter.toLowerCase(), at: now };
  const options = [...select.options];
  // The same letter again goes to the next one.
  const isRepeated = [...typed.text].every((each) => each === typed.text[0]);
  const wanted = isRepeated ? letter.toLowerCase() : typed.text;
  const from = select.selectedIndex + (isRepeated ? 1 : 0);
  const turned = [...options.slice(from), ...options.slice(0, from)];
  const found = turned.find(
    (option) => !own.matches(option, ':disabled') && option.label.trim().toLowerCase().startsWith(wanted),
  );
  return found ? choose(select, found, !isListBox(select)) : 'none';
}

function isListBox(select: HTMLSelectElement): boolean {
  return select.multiple || select.size > 1;
}

function choose(
  select: HTMLSelectElement,
  option: HTMLOptionElement | undefined,
  tellsInput = true,
): KeyDefault {
  if (!option || (option.selected && select.selectedOptions.length === 1)) return 'none';
  select.selectedIndex = option.index;
  if (tellsInput) own.dispatchEvent(select, new Event('input', { bubbles: true, composed: true }));
  own.dispatchEvent(select, new Event('change', { bubbles: true }));
  return 'step';
}
