import type { Editor } from './editor.ts';
import type { EditorNames } from './editor-names.ts';
import { findAce } from './editors/ace.ts';
import { findCodeMirror5 } from './editors/codemirror-5.ts';
import { findCodeMirror6 } from './editors/codemirror-6.ts';
import { findLexical } from './editors/lexical.ts';
import { findMonaco } from './editors/monaco.ts';
import { findProseMirror } from './editors/prosemirror.ts';
import { findQuill } from './editors/quill.ts';
import { findSlate } from './editors/slate.ts';

type Find = (host: Element, names: EditorNames) => Editor | undefined | Promise<Editor | undefined>;

const KINDS: readonly Find[] = [
  (host, { delta }) => findQuill(host, delta),
  (host, { state }) => findLexical(host, state),
  (host, { tree }) => findProseMirror(host, tree),
  (host, { lines }) => findCodeMirror5(host, lines),
  (host, { session }) => findAce(host, session),
  (host, { text }) => findCodeMirror6(host, text),
  (host, { model }) => findMonaco(host, model),
  (host, { blocks }) => findSlate(host, blocks),
];

/** The editor around the element, or else all editors inside it. */
export async function editorsOf(element: Element, names: EditorNames): Promise<Editor[]> {
  const isField = element.matches('input, textarea, select, button');
  for (let host: Element | null = element; host; ) {
    const editor = await editorAt(host, names);
    if (editor && (!isField || editor.ownsFields)) return [editor];
    const root: Node = Node.prototype.getRootNode.call(host);
    host = parentOf(host) ?? (root instanceof ShadowRoot ? root.host : null);
  }
  const inside = new Map<unknown, Editor>();
  for (const host of element.querySelectorAll('*')) {
    const editor = await editorAt(host, names);
    if (editor) inside.set(editor.instance, editor);
  }
  return [...inside.values()];
}

async function editorAt(host: Element, names: EditorNames): Promise<Editor | undefined> {
  for (const find of KINDS) {
    try {
      const editor = await find(host, names);
      if (editor) return editor;
    } catch {
      // It only looks like an editor, or its version works differently.
    }
  }
  return undefined;
}

/** Read from the prototype: a form with a field of that name would lead back into itself. */
function parentOf(element: Element): Element | null {
  return Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get?.call(element) ?? null;
}
