import { createElement, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor } from 'slate';
import { Editable, Slate, withReact } from 'slate-react';
import { place, show } from './state.js';

const blocksOf = (value) =>
  value.map(({ type, children }) => [type, children.map(({ text }) => text).join('')]);

function Page() {
  const editor = useMemo(() => withReact(createEditor()), []);
  const initialValue = [
    { type: 'paragraph', children: [{ text: 'old ' }, { text: 'one', bold: true }] },
    { type: 'paragraph', children: [{ text: 'old two' }] },
  ];
  return createElement(
    Slate,
    { editor, initialValue, onChange: (value) => show(blocksOf(value)) },
    createElement(Editable),
  );
}

createRoot(place).render(createElement(Page));
