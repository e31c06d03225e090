import tinymce from 'tinymce';
import 'tinymce/icons/default';
import 'tinymce/models/dom';
import 'tinymce/themes/silver';
import { place, show } from './state.js';

place.innerHTML = '<p>old one</p><p>old <strong>two</strong></p>';
// Without a frame and without files of its own: its element is the page's.
tinymce.init({
  target: place,
  inline: true,
  license_key: 'gpl',
  skin: false,
  content_css: false,
  setup(editor) {
    const tell = () => show([...editor.getBody().children].map((block) => block.textContent));
    editor.on('input change SetContent ExecCommand NodeChange', tell);
  },
});
