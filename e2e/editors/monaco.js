import * as monaco from 'monaco-editor/editor/editor.api.js';
import { place, show } from './state.js';

// As its loader does; a bundle does not do it by itself.
window.monaco = monaco;
place.style.height = '200px';
const editor = monaco.editor.create(place, { value: 'old one\nold two', language: 'plaintext' });
editor.onDidChangeModelContent(() => show(editor.getValue()));
