import { type Editor, lineAndColumn } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has, listOf } from '../page-objects.ts';

const LF = 1;

export function findMonaco(host: Element, names: EditorNames['model']): Editor | undefined {
  const editors = listOf(call(at(window, names.global, 'editor'), 'getEditors'));
  const instance = editors.find((editor) => call(editor, 'getContainerDomNode') === host);
  if (!has(instance, 'executeEdits', 'getModel', 'getRawOptions')) return;
  const read = () => String(call(call(instance, 'getModel'), 'getValue', LF));
  const rangeOf = (text: string, from: number, to: number) => {
    const [start, end] = [lineAndColumn(text, from), lineAndColumn(text, to)];
    return {
      startLineNumber: start.row + 1,
      startColumn: start.column + 1,
      endLineNumber: end.row + 1,
      endColumn: end.column + 1,
    };
  };
  const change = (edits: object[]) => {
    call(instance, 'pushUndoStop');
    call(instance, 'executeEdits', '', edits);
    call(instance, 'pushUndoStop');
  };
  return {
    instance,
    host,
    ownsFields: true,
    canWrite: () => at(call(instance, 'getRawOptions'), 'readOnly') !== true,
    write: ({ value }) => {
      const range = call(call(instance, 'getModel'), 'getFullModelRange');
      change([{ range, text: value, forceMoveMarkers: true }]);
    },
    read,
    splice: (parts) => {
      const text = read();
      change(parts.map((part) => ({ range: rangeOf(text, part.from, part.to), text: part.text })));
    },
    selection: {
      put: (from, to) => {
        call(instance, 'setSelection', rangeOf(read(), from, to));
        call(instance, 'focus');
      },
      read: () => String(call(call(instance, 'getModel'), 'getValueInRange', call(instance, 'getSelection'))),
    },
  };
}
