import { ContentState, Editor, EditorState, RichUtils } from 'draft-js';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { place, show } from './state.js';

function Page() {
  const [state, set] = useState(() =>
    EditorState.createWithContent(ContentState.createFromText('old one\nold two')),
  );
  const change = (next) => {
    show(
      next
        .getCurrentContent()
        .getBlocksAsArray()
        .map((block) => block.getText()),
    );
    set(next);
  };
  const handleKeyCommand = (command, now) => {
    const next = RichUtils.handleKeyCommand(now, command);
    if (next) change(next);
    return next ? 'handled' : 'not-handled';
  };
  return createElement(Editor, { editorState: state, onChange: change, handleKeyCommand });
}

createRoot(place).render(createElement(Page));
