import CodeMirror from 'codemirror5/lib/codemirror.js';
import { place, show } from './state.js';

const style = document.createElement('style');
style.textContent = '.CodeMirror{position:relative;height:200px;overflow:hidden}';
document.head.append(style);
const editor = CodeMirror(place, { value: 'old one\nold two' });
editor.on('change', () => show(editor.getValue()));
