import type { Editor } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has } from '../page-objects.ts';

export function findCodeMirror6(host: Element, names: EditorNames['text']): Editor | undefined {
  const instance = names.properties
    .flatMap((name) => [at(host, name, 'view'), at(host, name, 'root', 'view')])
    .find((view) => has(view, 'dispatch') && at(view, 'contentDOM') === host);
  if (!instance) return;
  return {
    instance,
    host,
    canWrite: () => at(instance, 'state', 'readOnly') !== true,
    write: ({ lines }) => {
      const to = at(instance, 'state', 'doc', 'length');
      call(instance, 'dispatch', { changes: { from: 0, to, insert: lines.join('\n') } });
    },
    read: () => String(at(instance, 'state', 'doc')),
    splice: (parts) => {
      const changes = parts.map(({ from, to, text }) => ({ from, to, insert: text }));
      call(instance, 'dispatch', { changes });
    },
    selection: {
      put: (from, to) => {
        call(instance, 'dispatch', { selection: { anchor: from, head: to }, scrollIntoView: true });
        call(instance, 'focus');
      },
      read: () => {
        const range = at(instance, 'state', 'selection', 'main');
        return String(call(at(instance, 'state'), 'sliceDoc', at(range, 'from'), at(range, 'to')));
      },
    },
  };
}
