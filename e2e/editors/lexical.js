import { registerRichText } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { place, show } from './state.js';

const editor = createEditor({
  onError(error) {
    throw error;
  },
});
place.contentEditable = 'true';
editor.setRootElement(place);
registerRichText(editor);
editor.update(
  () => {
    for (const line of ['old one', 'old two'])
      $getRoot().append($createParagraphNode().append($createTextNode(line)));
  },
  { discrete: true },
);
editor.registerUpdateListener(({ editorState }) => {
  editorState.read(() =>
    show(
      $getRoot()
        .getChildren()
        .map((block) => block.getTextContent()),
    ),
  );
});
