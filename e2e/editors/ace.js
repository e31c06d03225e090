import ace from 'ace-builds/src-noconflict/ace.js';
import { place, show } from './state.js';

place.style.height = '200px';
const editor = ace.edit(place, { value: 'old one\nold two', useWorker: false });
editor.session.on('change', () => show(editor.getValue()));
window.lock = () => editor.setReadOnly(true);
