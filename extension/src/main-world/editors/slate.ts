import type { Editor, Splice } from '../editor.ts';
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
      place(instance, endOf(instance, 'first'), endOf(instance, 'last'));
      call(instance, 'deleteFragment');
      insert(instance, lines);
    },
    read: () => textOf(instance, instance),
    splice: (parts) => {
      for (const part of parts.toReversed()) replaceIn(instance, part);
    },
  };
}

interface Point {
  path: number[];
  offset: number;
}

function place(instance: unknown, anchor: Point, focus: Point): void {
  const properties = at(instance, 'selection') ?? null;
  call(instance, 'apply', { type: 'set_selection', properties, newProperties: { anchor, focus } });
}

function insert(instance: unknown, lines: string[]): void {
  for (const [index, line] of lines.entries()) {
    if (index > 0) call(instance, 'insertBreak');
    if (line) call(instance, 'insertText', line);
  }
}

function replaceIn(instance: unknown, { from, to, text }: Splice): void {
  const leaves = leavesOf(instance);
  const pointAt = (leaf: Leaf | undefined, offset: number): Point =>
    leaf ? { path: leaf.path, offset: offset - leaf.from } : endOf(instance, 'last');
  const last = leaves.find((leaf) => leaf.from <= to && to <= leaf.to);
  const first = to > from ? leaves.findLast((leaf) => leaf.from <= from && from <= leaf.to) : last;
  place(instance, pointAt(first, from), pointAt(last, to));
  if (to > from) call(instance, 'deleteFragment');
  insert(instance, text.split('\n'));
}

interface Leaf {
  path: number[];
  from: number;
  to: number;
}

/** The pieces of text, with their places in what `textOf` gives. */
function leavesOf(instance: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let from = 0;
  const visit = (node: unknown, path: number[]): void => {
    const own = at(node, 'text');
    if (typeof own === 'string') {
      leaves.push({ path, from, to: from + own.length });
      from += own.length;
      return;
    }
    const children = listOf(at(node, 'children'));
    const isInline = hasInline(children, instance);
    for (const [index, child] of children.entries()) {
      if (index > 0 && !isInline) from += 1;
      visit(child, [...path, index]);
    }
  };
  visit(instance, []);
  return leaves;
}

function hasInline(children: unknown[], instance: unknown): boolean {
  return children.some((child) => !at(child, 'children') || call(instance, 'isInline', child));
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

function endOf(instance: unknown, side: 'first' | 'last'): Point {
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
  return children.map((child) => textOf(child, instance)).join(hasInline(children, instance) ? '' : '\n');
}
