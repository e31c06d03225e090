import Quill from 'quill';
import { place, show } from './state.js';

// Bundled: neither the constructor nor an instance is on the page's objects.
const quill = new Quill(place, { theme: 'snow' });
quill.setText('old one\nold two\n');
quill.on('text-change', (_delta, _old, source) => show(`${source}:${quill.getText()}`));
