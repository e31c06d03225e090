import type { EditorKind } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';

/** By what each editor writes into the page: its objects cannot be seen from here. */
const MARKS: ReadonlyArray<readonly [EditorKind, string]> = [
  ['quill', '.ql-editor, .ql-container'],
  ['lexical', '[data-lexical-editor]'],
  ['codemirror', '.cm-editor, .CodeMirror'],
  ['monaco', '.monaco-editor'],
  ['slate', '[data-slate-editor]'],
  ['prosemirror', '.ProseMirror'],
];

/** The editor that an editable element belongs to, if it is one that bproxy can speak to. */
export function editorKindOf(element: Element): EditorKind | undefined {
  return MARKS.find(([, mark]) => own.closest(element, mark))?.[0];
}
