import { exampleSetup } from 'prosemirror-example-setup';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { place, show } from './state.js';

const blocksOf = (doc) => doc.content.content.map((block) => [block.type.name, block.textContent]);
const doc = schema.node('doc', null, [
  schema.node('heading', { level: 1 }, [schema.text('old one')]),
  schema.node('paragraph', null, [schema.text('old two', [schema.mark('strong')])]),
]);
const state = EditorState.create({ doc, plugins: exampleSetup({ schema, menuBar: false }) });
const view = new EditorView(place, {
  state,
  editable: () => !document.body.dataset.locked,
  dispatchTransaction(transaction) {
    view.updateState(view.state.apply(transaction));
    show(blocksOf(view.state.doc));
  },
});
window.lock = () => {
  document.body.dataset.locked = 'yes';
  view.setProps({});
};
