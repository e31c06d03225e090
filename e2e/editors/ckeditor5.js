import { Bold, ClassicEditor, Essentials, Paragraph } from 'ckeditor5';
import { place, show } from './state.js';

ClassicEditor.create(place, {
  licenseKey: 'GPL',
  plugins: [Essentials, Paragraph, Bold],
  toolbar: ['bold'],
  initialData: '<p>old one</p>',
}).then((editor) => {
  show(editor.getData());
  editor.model.document.on('change:data', () => show(editor.getData()));
});
