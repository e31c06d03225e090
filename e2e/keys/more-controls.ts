const MENU = `<div id="menu" role="menu">
    <div id="here" role="menuitem" tabindex="0">One</div><div id="two" role="menuitem" tabindex="-1">Two</div>
    <div id="three" role="menuitem" tabindex="-1">Three</div></div><output id="done"></output>
  <script>
    const items = [...menu.children];
    menu.onkeydown = (event) => {
      const at = items.indexOf(event.target);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
      if (event.key === 'Enter' || event.key === ' ') done.textContent = event.target.id;
      else if (event.key === 'Escape') done.textContent = 'closed';
      else if (to === undefined) return;
      else items.at(to % items.length).focus();
      event.preventDefault();
    };
  </script>`;

const LISTBOX = `<ul id="here" role="listbox" tabindex="0" aria-activedescendant="a"><li id="a" role="option">Apple</li>
    <li id="b" role="option">Banana</li></ul><input id="chosen">
  <script>
    here.onkeydown = ({ key }) => {
      const options = [...here.children];
      const at = options.findIndex(({ id }) => id === here.getAttribute('aria-activedescendant'));
      const to = options[{ ArrowDown: at + 1, ArrowUp: at - 1, End: 1, Home: 0 }[key]];
      if (to) here.setAttribute('aria-activedescendant', to.id);
      chosen.value = here.getAttribute('aria-activedescendant');
    };
  </script>`;

const SUGGESTIONS = `<input id="here" role="combobox" value="a"><ul id="list"><li>apple</li><li>apricot</li></ul>
  <script>
    let at = -1;
    here.onkeydown = (event) => {
      if (event.key === 'ArrowDown') at += 1;
      if (event.key === 'Enter' && list.children[at]) here.value = list.children[at].textContent;
      if (event.key === 'Escape') list.hidden = true;
      if (event.key === 'ArrowDown' || event.key === 'Enter') event.preventDefault();
    };
  </script>`;

const REGION = (inside: string, more = '') =>
  `<div id="here" contenteditable${more} style="width: 300px; font: 16px monospace">${inside}</div>`;
const OPTIONS = '<option>Apple</option><option>Banana</option><option>Cherry</option>';
const NESTED = `<dialog id="dialog"><button>Outer</button><dialog id="inner"><input id="here"></dialog></dialog>
  <script>dialog.showModal(); inner.showModal()</script>`;

/** Widgets that pages make of other elements, and what else a person meets. */
export const MORE_CONTROLS: Array<[control: string, html: string, keys: string[]]> = [
  ['a menu of ARIA', MENU, ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter', 'Space', 'Escape', 'a', 'Tab']],
  ['a listbox of ARIA', LISTBOX, ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Tab']],
  ['a field with suggestions', SUGGESTIONS, ['ArrowDown', 'Enter', 'Escape', 'p', 'Backspace']],
  [
    'a list box of several',
    `<select id="here" multiple size="4">${OPTIONS.replace('<option>', '<option selected>')}</select>`,
    ['ArrowDown', 'End', 'Home', 'c', 'Tab', 'Enter'],
  ],
  [
    'a list of an editable region',
    REGION('<ul><li>on|e</li><li>two</li></ul>'),
    ['Enter', 'Delete', 'End', 'x'],
  ],
  ['the start of a paragraph', REGION('<p>one</p><p>|two</p>'), ['Backspace', 'ArrowLeft', 'ArrowUp', 'x']],
  ['the end of a paragraph', REGION('<p>one|</p><p>two</p>'), ['Delete', 'ArrowRight', 'Enter', 'Space']],
  [
    'a plain editable region',
    REGION('one |two', '="plaintext-only"'),
    ['Enter', 'x', 'Backspace', 'Control+b'],
  ],
  ['a word in bold', REGION('<p>one <b>tw|o</b></p>'), ['x', 'Enter', 'Backspace', 'End']],
  ['a date field', '<input id="here" type="date" value="2026-02-03">', ['Escape', 'a', 'Shift+Tab']],
  ['a time field', '<input id="here" type="time" value="09:30">', ['Escape', 'a']],
  ['a colour field', '<input id="here" type="color" value="#ff8800">', ['Tab', 'a', 'ArrowDown']],
  ['a dialog in a dialog', NESTED, ['Escape', 'x']],
  [
    'an open disclosure',
    '<details open><summary id="here">More</summary><input id="inside"></details>',
    ['Enter', 'Space', 'Tab'],
  ],
  [
    'the second of two radio buttons',
    formOf('<input type="radio" name="r" id="a"><input type="radio" name="r" id="here" checked>'),
    ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'],
  ],
  [
    'a radio button that is not chosen',
    '<input id="here" type="radio" name="r"><input id="b" type="radio" name="r">',
    ['Space', 'ArrowDown', 'ArrowUp'],
  ],
  ['a ticked checkbox', '<input id="here" type="checkbox" checked>', ['Space', 'Enter']],
  [
    'a checkbox that the page guards',
    '<input id="here" type="checkbox" onclick="event.preventDefault()">',
    ['Space'],
  ],
  [
    'a slider with odd steps',
    '<input id="here" type="range" min="0" max="10" step="3" value="3">',
    ['ArrowUp', 'ArrowDown', 'End', 'Home'],
  ],
  ['a slider at its end', '<input id="here" type="range" value="100">', ['ArrowUp', 'End', 'PageUp']],
  [
    'a number at its end',
    '<input id="here" type="number" value="10" max="10" min="0">',
    ['ArrowUp', 'ArrowDown'],
  ],
  ['an empty field', '<input id="here">', ['Backspace', 'ArrowLeft', 'x', 'Control+a', 'Home']],
  [
    'a link around a picture',
    '<a id="here" href="#there"><svg width="9" height="9"></svg></a>',
    ['Enter', 'Space'],
  ],
  ['a disabled fieldset around', '<fieldset disabled><input></fieldset><input id="here">', ['x', 'Tab']],
];

function formOf(inside: string): string {
  return `<form id="form" action="#sent">${inside}<button>Send</button></form>`;
}
