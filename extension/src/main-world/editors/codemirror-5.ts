import type { Editor } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has } from '../page-objects.ts';

export function findCodeMirror5(host: Element, names: EditorNames['lines']): Editor | undefined {
  const instance = at(host, names.property);
  if (!has(instance, 'setValue', 'getValue', 'getOption')) return;
  const place = (offset: number) => call(instance, 'posFromIndex', offset);
  return {
    instance,
    host,
    ownsFields: true,
    canWrite: () => !call(instance, 'getOption', 'readOnly'),
    write: ({ value }) => call(instance, 'setValue', value),
    read: () => String(call(instance, 'getValue')),
    splice: (parts) =>
      call(instance, 'operation', () => {
        for (const { from, to, text } of parts.toReversed()) {
          call(instance, 'replaceRange', text, place(from), place(to));
        }
      }),
    selection: {
      put: (from, to) => {
        call(instance, 'setSelection', place(from), place(to));
        call(instance, 'focus');
      },
      read: () => String(call(instance, 'getSelection')),
    },
  };
}
