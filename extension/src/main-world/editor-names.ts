/**
 * How to find each editor in a page. Passed as data, so that the function that runs there names no library. Each key
 * says where the editor keeps its text.
 */
export interface EditorNames {
  delta: { property: string; global: string; box: string };
  state: { property: string; paragraphs: string };
  tree: { property: string; owner: string };
  lines: { property: string };
  session: { property: string };
  text: { properties: string[] };
  model: { global: string };
  blocks: { box: string; property: string };
}

export const EDITOR_NAMES: EditorNames = {
  // Quill 1 puts itself on its container. Quill 2 keeps a WeakMap, and looks up every such box in it.
  delta: { property: '__quill', global: 'Quill', box: '.ql-container' },
  // Lexical's plain-text editors have no command for a new paragraph: their lines are line breaks.
  state: { property: '__lexicalEditor', paragraphs: 'INSERT_PARAGRAPH_COMMAND' },
  // ProseMirror, and TipTap around it.
  tree: { property: 'pmViewDesc', owner: 'editor' },
  lines: { property: 'CodeMirror' },
  // Ace puts the parts of the editor on its box.
  session: { property: 'env' },
  // CodeMirror 6, now and up to 6.38.
  text: { properties: ['cmTile', 'cmView'] },
  model: { global: 'monaco' },
  // Slate, by the properties that React puts on its element.
  blocks: { box: '[data-slate-editor]', property: '__reactFiber$' },
};
