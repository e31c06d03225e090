import { type Editor, lineAndColumn } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has } from '../page-objects.ts';

const CURSOR_AT_END = 1;

export function findAce(host: Element, names: EditorNames['session']): Editor | undefined {
  const instance = at(host, names.property, 'editor');
  if (!has(instance, 'setValue', 'getValue', 'getReadOnly') || at(instance, 'container') !== host) return;
  const read = () => String(call(instance, 'getValue')).replace(/\r\n/g, '\n');
  const range = (from: number, to: number) => {
    const text = read();
    return { start: lineAndColumn(text, from), end: lineAndColumn(text, to) };
  };
  return {
    instance,
    host,
    ownsFields: true,
    canWrite: () => call(instance, 'getReadOnly') !== true,
    write: ({ lines }) => call(instance, 'setValue', lines.join('\n'), CURSOR_AT_END),
    read,
    splice: (parts) => {
      for (const { from, to, text } of parts.toReversed()) {
        call(at(instance, 'session'), 'replace', range(from, to), text);
      }
    },
    selection: {
      put: (from, to) => {
        call(at(instance, 'selection'), 'setRange', range(from, to));
        call(instance, 'focus');
      },
      read: () => String(call(instance, 'getSelectedText')),
    },
  };
}
