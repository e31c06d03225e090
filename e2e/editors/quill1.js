import Quill from 'quill1/dist/quill.js';
import { place, show } from './state.js';

const quill = new Quill(place, { theme: 'snow' });
quill.setText('old one\nold two\n');
quill.on('text-change', () => show(quill.getText()));
