import { type Editor, pause } from '../editor.ts';
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
  };
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
