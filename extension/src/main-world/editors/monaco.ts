import type { Editor } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has, listOf } from '../page-objects.ts';

const LF = 1;

export function findMonaco(host: Element, names: EditorNames['model']): Editor | undefined {
  const editors = listOf(call(at(window, names.global, 'editor'), 'getEditors'));
  const instance = editors.find((editor) => call(editor, 'getContainerDomNode') === host);
  if (!has(instance, 'executeEdits', 'getModel', 'getRawOptions')) return;
  return {
    instance,
    host,
    ownsFields: true,
    canWrite: () => at(call(instance, 'getRawOptions'), 'readOnly') !== true,
    write: ({ value }) => {
      const range = call(call(instance, 'getModel'), 'getFullModelRange');
      call(instance, 'pushUndoStop');
      call(instance, 'executeEdits', '', [{ range, text: value, forceMoveMarkers: true }]);
      call(instance, 'pushUndoStop');
    },
    read: () => String(call(call(instance, 'getModel'), 'getValue', LF)),
  };
}
