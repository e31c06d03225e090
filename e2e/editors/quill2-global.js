import Quill from 'quill';
import { place, show } from './state.js';

window.Quill = Quill;
const quill = new Quill(place, { theme: 'snow' });
quill.setText('old one\nold two\n');
quill.on('text-change', () => show(quill.getText()));
