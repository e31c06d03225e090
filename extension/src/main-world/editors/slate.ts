import type { Editor } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has, listOf } from '../page-objects.ts';

export function findSlate(host: Element, names: EditorNames['blocks']): Editor | undefined {
  if (!host.matches(names.box)) return;
  const instance = instanceOf(host, names);
  if (!instance) return;
  return {
    instance,
    host,
    canWrite: () => true,
    write: ({ lines }) => {
      const properties = at(instance, 'selection') ?? null;
      const newProperties = { anchor: endOf(instance, 'first'), focus: endOf(instance, 'last') };
      call(instance, 'apply', { type: 'set_selection', properties, newProperties });
      call(instance, 'deleteFragment');
      for (const [index, line] of lines.entries()) {
        if (index > 0) call(instance, 'insertBreak');
        if (line) call(instance, 'insertText', line);
      }
    },
    read: () => textOf(instance, instance),
  };
}

function instanceOf(host: Element, names: EditorNames['blocks']): unknown {
  const key = Object.keys(host).find((name) => name.startsWith(names.property));
  let fiber = key === undefined ? undefined : at(host, key);
  for (let depth = 0; depth < 200 && fiber; depth += 1) {
    const given = at(fiber, 'memoizedProps', 'editor');
    if (has(given, 'apply', 'insertText', 'insertBreak', 'deleteFragment')) return given;
    fiber = at(fiber, 'return');
  }
  return undefined;
}

function endOf(instance: unknown, side: 'first' | 'last'): { path: number[]; offset: number } {
  const path: number[] = [];
  let node = instance;
  for (let children = listOf(at(node, 'children')); children.length > 0; ) {
    const index = side === 'last' ? children.length - 1 : 0;
    path.push(index);
    node = children[index];
    children = listOf(at(node, 'children'));
  }
  return { path, offset: side === 'last' ? String(at(node, 'text') ?? '').length : 0 };
}

function textOf(node: unknown, instance: unknown): string {
  const own = at(node, 'text');
  if (typeof own === 'string') return own;
  const children = listOf(at(node, 'children'));
  const isInline = children.some((child) => !at(child, 'children') || call(instance, 'isInline', child));
  return children.map((child) => textOf(child, instance)).join(isInline ? '' : '\n');
}
