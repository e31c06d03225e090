import { type Editor, pause, type Splice } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has, isObject } from '../page-objects.ts';

export async function findProseMirror(
  host: Element,
  names: EditorNames['tree'],
): Promise<Editor | undefined> {
  const top = at(host, names.property);
  if (!isObject(top) || at(top, 'parent')) return;
  const owned = at(host, names.owner, 'view');
  const view = at(owned, 'dom') === host ? owned : await viewOf(host, top, names);
  // A read-only editor does not expose its view. It is refused as read-only, not as unknown.
  if (!view && host.getAttribute('contenteditable') !== 'false') return;
  return {
    instance: view,
    host,
    canWrite: () => at(view, 'editable') !== false,
    write: ({ lines }) => {
      const schema = at(view, 'state', 'schema');
      const type = at(schema, 'topNodeType', 'contentMatch', 'defaultType');
      const nodes = lines.map((line) =>
        call(type, 'createAndFill', null, line ? call(schema, 'text', line) : null),
      );
      const size = at(view, 'state', 'doc', 'content', 'size');
      call(view, 'dispatch', call(at(view, 'state', 'tr'), 'replaceWith', 0, size, nodes));
    },
    read: () => linesOf(at(view, 'state', 'doc')).join('\n'),
    splice: (parts) => {
      const change = at(view, 'state', 'tr');
      for (const part of parts.toReversed()) replaceIn(change, part);
      call(view, 'dispatch', change);
    },
  };
}

/** A text may have line breaks, and each of them splits its block. */
function replaceIn(change: unknown, { from, to, text }: Splice): void {
  const blocks = blocksOf(at(change, 'doc'));
  const placeOf = (offset: number) => {
    const block = blocks.findLast((each) => each.from <= offset);
    return block ? block.place + offset - block.from : 0;
  };
  const [start, end] = [placeOf(from), placeOf(to)];
  const [first = '', ...others] = text.split('\n');
  const isInBlock =
    blocks.findLast((each) => each.from <= from) === blocks.findLast((each) => each.from <= to);
  if (isInBlock && first) call(change, 'insertText', first, start, end);
  else {
    if (end > start) call(change, 'delete', start, end);
    if (first) call(change, 'insertText', first, start, start);
  }
  let place = start + first.length;
  for (const line of others) {
    call(change, 'split', place);
    // The end of the block before it, and its own beginning.
    place += 2;
    if (line) call(change, 'insertText', line, place, place);
    place += line.length;
  }
}

interface Block {
  /** Its first character in the text, and in the document. */
  from: number;
  place: number;
}

function blocksOf(doc: unknown): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  const visit = (node: unknown, place: number): void => {
    if (at(node, 'isTextblock') === true) {
      blocks.push({ from, place });
      from += Number(at(node, 'content', 'size')) + 1;
      return;
    }
    for (let index = 0, inside = place; index < Number(at(node, 'childCount')); index += 1) {
      const child = call(node, 'child', index);
      visit(child, inside + 1);
      inside += Number(at(child, 'nodeSize'));
    }
  };
  visit(doc, 0);
  return blocks;
}

/**
 * No object of the page holds the view, but the editor passes it to its node views when something in the text changes.
 */
async function viewOf(host: Element, top: object, names: EditorNames['tree']): Promise<unknown> {
  const block = [...host.children].find((child) => at(child, names.property));
  const attribute = ['lang', 'title', 'accesskey'].find((name) => block && !block.hasAttribute(name));
  if (!block || attribute === undefined) return;
  const hooks = ['update', 'updateChildren', 'setSelection'].filter((hook) => has(top, hook));
  let seen: unknown;
  try {
    for (const hook of hooks) {
      const inherited = at(top, hook);
      Reflect.set(top, hook, (...given: unknown[]) => {
        seen ??= given.find((thing) => has(thing, 'dispatch') && at(thing, 'dom') === host);
        return typeof inherited === 'function' ? Reflect.apply(inherited, top, given) : undefined;
      });
    }
    block.setAttribute(attribute, '');
    block.removeAttribute(attribute);
    for (let look = 0; look < 20 && !seen; look += 1) await pause(10);
  } finally {
    for (const hook of hooks) Reflect.deleteProperty(top, hook);
  }
  return seen;
}

function linesOf(node: unknown): string[] {
  if (at(node, 'isTextblock') === true)
    return [String(call(node, 'textBetween', 0, at(node, 'content', 'size'), '', '\n'))];
  return Array.from({ length: Number(at(node, 'childCount')) }, (_, index) =>
    linesOf(call(node, 'child', index)),
  ).flat();
}
