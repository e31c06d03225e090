import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { place, show } from './state.js';

const shown = EditorView.updateListener.of(({ docChanged, state }) => {
  if (docChanged) show(state.doc.toString());
});
const state = EditorState.create({ doc: 'old one\nold two', extensions: [basicSetup, shown] });
new EditorView({ parent: place, state });
