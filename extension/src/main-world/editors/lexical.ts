import type { Editor, NewText } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has, listOf } from '../page-objects.ts';
import { replaceIn } from './lexical-tree.ts';

export function findLexical(host: Element, names: EditorNames['state']): Editor | undefined {
  const instance = at(host, names.property);
  if (!has(instance, 'setEditorState', 'parseEditorState', 'getEditorState')) return;
  return {
    instance,
    host,
    canWrite: () => !has(instance, 'isEditable') || call(instance, 'isEditable') === true,
    write: (text) => {
      const root = block('root', blocksOf(text, takesParagraphs(instance, names)));
      put(instance, { root });
    },
    read: () => {
      const root = at(call(call(instance, 'getEditorState'), 'toJSON'), 'root');
      return listOf(at(root, 'children')).map(textOf).join('\n');
    },
    splice: (parts) => {
      const state: unknown = JSON.parse(JSON.stringify(call(instance, 'getEditorState')));
      const blocks = listOf(at(state, 'root', 'children'));
      for (const part of parts.toReversed()) replaceIn(blocks, part, takesParagraphs(instance, names));
      put(instance, state);
    },
  };
}

function put(instance: unknown, state: unknown): void {
  call(instance, 'setEditorState', call(instance, 'parseEditorState', JSON.stringify(state)));
}

function takesParagraphs(instance: unknown, names: EditorNames['state']): boolean {
  const commands = at(instance, '_commands');
  if (!(commands instanceof Map)) return true;
  return [...commands.keys()].some((command) => at(command, 'type') === names.paragraphs);
}

function blocksOf({ lines }: NewText, asParagraphs: boolean): unknown[] {
  if (asParagraphs) return lines.map((line) => block('paragraph', runs(line)));
  const inOne = lines.flatMap((line, index) => [
    ...(index > 0 ? [{ type: 'linebreak', version: 1 }] : []),
    ...runs(line),
  ]);
  return [block('paragraph', inOne)];
}

function block(type: string, children: unknown[]): object {
  return { type, children, direction: null, format: '', indent: 0, version: 1 };
}

function runs(text: string): object[] {
  return text ? [{ type: 'text', text, detail: 0, format: 0, mode: 'normal', style: '', version: 1 }] : [];
}

function textOf(node: unknown): string {
  if (at(node, 'type') === 'linebreak') return '\n';
  const text = at(node, 'text');
  return typeof text === 'string' ? text : listOf(at(node, 'children')).map(textOf).join('');
}
