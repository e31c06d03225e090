import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { place, show } from './state.js';

// Without the rich-text commands: one paragraph, in which lines are line breaks.
const editor = createEditor({
  onError(error) {
    throw error;
  },
});
place.contentEditable = 'true';
editor.setRootElement(place);
editor.update(() => $getRoot().append($createParagraphNode().append($createTextNode('old'))), {
  discrete: true,
});
editor.registerUpdateListener(({ editorState }) => {
  editorState.read(() => show($getRoot().getTextContent()));
});
