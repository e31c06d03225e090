import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { place, show } from './state.js';

new Editor({
  element: place,
  extensions: [StarterKit],
  content: '<h1>old one</h1><p>old <strong>two</strong></p><ul><li><p>item</p></li></ul>',
  onUpdate: ({ editor }) =>
    show(editor.getJSON().content.map((block) => [block.type, block.content?.[0].text ?? ''])),
});
