import type { EditorKind, ElementInfo } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { checkedOf, isDisabled, nameOf } from '../accessibility/accessible.ts';
import { normalised } from '../choosing/offers.ts';
import { attributeOf, tagOf } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { fileFieldName } from '../files/field-name.ts';
import { isFileField } from '../files/file-field.ts';
import { isEditable, isEditorFrame, isField } from '../gestures/actionable.ts';
import { heldValue } from '../writing/control-value.ts';
import { visibleText } from './visible-text.ts';

const LONGEST_LABEL = 200;
const MOST_OPTIONS = 300;
const MOST_WORDS_CHARS = 80;

type Described = Omit<ElementInfo, 'selector' | 'route' | 'handle' | 'inDialog' | 'hidden'>;

/** The facts that an agent needs to use a control. Facts that do not apply are left out. */
export function describeElement(element: Element, role: string): Described {
  const label = labelOf(element, role);
  const value = isField(known(element), role) ? heldValue(element) : undefined;
  const placeholder = attributeOf(element, 'placeholder');
  const checked = checkedOf(element, role);
  const editor = isEditable(element) || isEditorFrame(element) ? editorKindOf(element) : undefined;
  const shownRole = role || (isEditable(element) ? 'textbox' : '');
  const isRequired = own.matches(element, ':required') || attributeOf(element, 'aria-required') === 'true';
  return {
    tag: tagOf(element),
    ...(element instanceof HTMLInputElement ? { type: element.type } : {}),
    ...(shownRole ? { role: shownRole } : {}),
    ...(label ? { label } : {}),
    ...(value === undefined ? {} : { value }),
    ...(placeholder ? { placeholder } : {}),
    ...(isRequired ? { required: true } : {}),
    ...(isDisabled(element) ? { disabled: true } : {}),
    ...(checked === undefined ? {} : { checked: checked === true }),
    ...(element instanceof HTMLSelectElement ? choicesOf(element) : {}),
    ...(own.shadowRoot(element) ? { hasShadowRoot: true } : {}),
    ...(editor ? { runtimeHandle: editor } : {}),
    ...(isFileField(element) ? uploadFacts(element) : {}),
  };
}

function labelOf(element: Element, role: string): string {
  const name = isFileField(element) ? fileFieldName(element) : nameOf(element);
  return cut(name, LONGEST_LABEL) || (role === '' ? fewWordsIn(element) : '');
}

function uploadFacts(field: HTMLInputElement): Pick<ElementInfo, 'kind' | 'accept' | 'multiple'> {
  const accept = attributeOf(field, 'accept');
  return {
    kind: 'upload',
    ...(accept ? { accept: cut(accept, LONGEST_LABEL) } : {}),
    ...(field.multiple ? { multiple: true } : {}),
  };
}

/** No rule names an element without a role. A few words describe what a click would hit; a whole table would not. */
function fewWordsIn(element: Element): string {
  if (isEditable(element)) return '';
  const words = normalised(visibleText(element));
  return words.length <= MOST_WORDS_CHARS ? words : '';
}

function choicesOf(select: HTMLSelectElement): Pick<ElementInfo, 'options' | 'optionGroups'> {
  const options = [...select.options].slice(0, MOST_OPTIONS);
  const groups = [...select.querySelectorAll('optgroup')].map((group) => ({
    label: group.label,
    options: [...group.querySelectorAll('option')].slice(0, MOST_OPTIONS).map(textOf),
  }));
  return { options: options.map(textOf), ...(groups.length > 0 ? { optionGroups: groups } : {}) };
}

function textOf(option: HTMLOptionElement): string {
  return option.label.trim();
}

/** Recognized by the marks that each editor leaves in the page: its objects cannot be seen from here. */
const MARKS: ReadonlyArray<readonly [EditorKind, string]> = [
  ['quill', '.ql-editor, .ql-container'],
  ['lexical', '[data-lexical-editor]'],
  ['codemirror', '.cm-editor, .CodeMirror'],
  ['monaco', '.monaco-editor'],
  ['slate', '[data-slate-editor]'],
  ['prosemirror', '.ProseMirror'],
];

/** The editor that an editable element belongs to, if bproxy supports it. */
function editorKindOf(element: Element): EditorKind | undefined {
  return MARKS.find(([, mark]) => own.closest(element, mark))?.[0];
}
